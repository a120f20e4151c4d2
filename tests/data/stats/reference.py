#!/usr/bin/env python3
"""Writes reference.json: statistics by numpy and scipy, which the crate has to agree with to 1e-9.

Run it with numpy 2 and scipy 1.17 from any folder. Where scipy has no function (Holm, restricted
means, the log-rank test of more than two groups, effect sizes, shifts, Akaike's criterion), the
definition is computed here directly, in another way than the crate does where there is one.
"""

import itertools
import json
import math
import pathlib
import platform

import numpy as np
import scipy
from scipy import optimize, stats

RNG = np.random.default_rng(20)


def plain(x):
    """x as JSON takes it: None for what is not finite."""
    if isinstance(x, dict):
        return {key: plain(value) for key, value in x.items()}
    if isinstance(x, (list, tuple, np.ndarray)):
        return [plain(value) for value in x]
    if isinstance(x, (bool, np.bool_)):
        return bool(x)
    if isinstance(x, (int, np.integer)):
        return int(x)
    if isinstance(x, (float, np.floating)):
        return float(x) if math.isfinite(x) else None
    return x


def samples():
    return {
        "two": [3.0, 7.0],
        "five": [2.5, -1.0, 4.0, 4.0, 10.0],
        "normal": RNG.normal(10, 3, 60).round(6).tolist(),
        "skewed": RNG.exponential(200, 101).round(3).tolist(),
        "counts": RNG.poisson(4, 80).astype(float).tolist(),
        "truths": (RNG.random(40) < 0.3).astype(float).tolist(),
        "shifted": (1e6 + RNG.random(37)).tolist(),
        "tiny": (1e-7 * RNG.normal(size=12)).tolist(),
        "thousand": RNG.lognormal(1, 1, 1000).round(4).tolist(),
    }


def distributions():
    confidences = [0.01, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 0.9999]
    degrees = [1, 2, 3, 4, 5, 7, 10, 30, 98, 99, 250, 999, 1000, 1001, 2500, 10**5, 10**7]
    student = [[c, d, stats.t.ppf((1 + c) / 2, d)] for c in confidences for d in degrees]
    normal = [[c, stats.norm.ppf((1 + c) / 2)] for c in confidences]
    tails = [[z, stats.norm.sf(z)] for z in np.linspace(-6, 9, 61)]
    chi = [[x, d, stats.chi2.sf(x, d)]
           for d in (1, 2, 3, 5, 12, 40, 999)
           for x in (0.0, 0.01, 0.5, 1.0, 3.84, 11.0, 40.0, 90.0, 930.0, 1000.0, 1100.0)]
    return {"student": student, "normal": normal, "tails": tails, "chi": chi}


def describe(values):
    x = np.array(values)
    quantiles = [0.0, 0.01, 0.25, 1 / 3, 0.5, 0.75, 0.975, 1.0]
    return {
        "values": values,
        "count": len(x),
        "mean": x.mean(),
        "sd": x.std(ddof=1),
        "min": x.min(),
        "q1": np.quantile(x, 0.25),
        "median": np.median(x),
        "q3": np.quantile(x, 0.75),
        "max": x.max(),
        "quantiles": [[p, np.quantile(x, p)] for p in quantiles],
    }


def bootstraps(all_samples):
    cases = []
    settings = [(2000, 0.95, 1979), (999, 0.9, 0), (200, 0.99, 12345678901)]
    for (name, values), (resamples, confidence, seed) in itertools.product(
            all_samples.items(), settings):
        for method in ("percentile", "BCa"):
            # The indices drawn one resample after the other, without scipy.
            rng = np.random.default_rng(seed)
            x = np.array(values)
            means = [x[rng.integers(0, len(x), size=len(x))].mean() for _ in range(resamples)]
            tail = (1 - confidence) / 2
            low, high = np.quantile(means, [tail, 1 - tail])
            other = stats.bootstrap((x,), np.mean, n_resamples=resamples, method=method,
                                    confidence_level=confidence, vectorized=True,
                                    rng=np.random.default_rng(seed)).confidence_interval
            if method == "BCa":
                low, high = other
            assert np.allclose([low, high], other, rtol=1e-12), (name, method)
            if not (np.isfinite(low) and np.isfinite(high)):
                continue
            cases.append({"sample": name, "resamples": resamples, "confidence": confidence,
                          "seed": seed, "method": method, "low": low, "high": high})
    return cases


def wilson():
    cases = []
    for n in (1, 2, 3, 10, 57, 1000, 123456):
        for k in sorted({0, 1, n // 3, n // 2, n - 1, n}):
            for confidence in (0.9, 0.95, 0.99):
                ci = stats.binomtest(k, n).proportion_ci(confidence, method="wilson")
                cases.append({"count": k, "of": n, "confidence": confidence, "share": k / n,
                              "low": ci.low, "high": ci.high})
    return cases


def lives(n, rate, censor, digits):
    end = RNG.exponential(1 / rate, n)
    stop = RNG.uniform(0, censor, n)
    times = np.minimum(end, stop).round(digits)
    return [[float(t), bool(e <= c)] for t, e, c in zip(times, end, stop)]


def survival_samples():
    return {
        # Freireich et al. 1963: weeks of remission, the example of Cox 1972.
        "mercaptopurine": [[t, True] for t in (6, 6, 6, 7, 10, 13, 16, 22, 23)]
        + [[t, False] for t in (6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35)],
        "placebo": [[t, True] for t in
                    (1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23)],
        "ties": lives(80, 0.2, 12, 0),
        "fine": lives(150, 1.0, 3, 6),
        "heavy": lives(60, 0.3, 2, 2),
        "uncensored": [[float(t), True] for t in RNG.exponential(5, 30).round(3)],
        "censored": [[4.0, False], [7.0, False], [7.5, False]],
        "one": [[3.0, True]],
        "zero": [[0.0, True], [0.0, False], [2.0, True], [5.0, False]],
    }


def censored_data(all_lives):
    times = np.array([t for t, _ in all_lives], float)
    seen = np.array([s for _, s in all_lives], bool)
    return stats.CensoredData(uncensored=times[seen], right=times[~seen])


def kaplan_meier(all_lives, confidence=0.95):
    times = np.array([t for t, _ in all_lives], float)
    seen = np.array([s for _, s in all_lives], bool)
    events = np.unique(times[seen])
    result = {"lives": all_lives, "confidence": confidence, "events": int(seen.sum())}
    steps = []
    if len(events):
        sf = stats.ecdf(censored_data(all_lives)).sf
        with np.errstate(all="ignore"):
            ci = sf.confidence_interval(confidence, method="log-log")
        for t in events:
            i = int(np.flatnonzero(sf.quantiles == t)[0])
            d, n = int(((times == t) & seen).sum()), int((times >= t).sum())
            s = sf.probabilities[i]
            empty = d == n
            earlier = [(int(((times == u) & seen).sum()), int((times >= u).sum()))
                       for u in events if u <= t]
            error = None if empty else s * math.sqrt(sum(d / (n * (n - d)) for d, n in earlier))
            steps.append({"time": t, "at_risk": n, "events": d, "survival": s, "error": error,
                          "low": None if empty else ci.low.probabilities[i],
                          "high": None if empty else ci.high.probabilities[i]})
    result["steps"] = steps

    def first(holds):
        return next((step["time"] for step in steps if holds(step)), None)

    result["median"] = first(lambda s: s["survival"] <= 0.5 + 1e-12)
    result["median_low"] = first(lambda s: s["low"] is None or s["low"] <= 0.5)
    result["median_high"] = first(lambda s: s["high"] is not None and s["high"] <= 0.5)
    result["means"] = []
    # A curve that fell to 0 stays there; another one is unknown behind the longest time.
    known = math.inf if steps and steps[-1]["survival"] == 0 else times.max()
    for tau in (times.max(), times.max() / 2, times.max() / 3, 2 * times.max() + 1):
        result["means"].append(restricted_mean(steps, min(tau, known), tau, confidence))
    return result


def restricted_mean(steps, tau, asked, confidence):
    def area(start):
        """The integral of the curve from start to tau, interval by interval."""
        knots = [start] + [s["time"] for s in steps if start < s["time"] < tau] + [tau]
        total = 0.0
        for a, b in zip(knots, knots[1:]):
            left = [s["survival"] for s in steps if s["time"] <= a]
            total += (b - a) * (left[-1] if left else 1.0)
        return total

    variance = sum(area(s["time"]) ** 2 * s["events"] / (s["at_risk"] * (s["at_risk"] - s["events"]))
                   for s in steps if s["time"] < tau and s["events"] < s["at_risk"])
    mean, error = area(0.0), math.sqrt(variance)
    half = stats.norm.ppf((1 + confidence) / 2) * error
    return {"asked": asked, "horizon": tau, "mean": mean, "error": error,
            "low": mean - half, "high": mean + half}


def logrank(groups):
    times = np.concatenate([[t for t, _ in g] for g in groups])
    seen = np.concatenate([[s for _, s in g] for g in groups]).astype(bool)
    member = np.concatenate([[i] * len(g) for i, g in enumerate(groups)])
    k = len(groups)
    observed, expected, cov = np.zeros(k), np.zeros(k), np.zeros((k, k))
    for t in np.unique(times[seen]):
        n_i = np.array([((times >= t) & (member == i)).sum() for i in range(k)], float)
        d_i = np.array([((times == t) & seen & (member == i)).sum() for i in range(k)], float)
        n, d = n_i.sum(), d_i.sum()
        observed += d_i
        expected += d * n_i / n
        if n > 1:
            cov += d * (n - d) / (n - 1) * (np.diag(n_i / n) - np.outer(n_i, n_i) / n**2)
    z = observed - expected
    statistic = z @ np.linalg.pinv(cov, rcond=1e-10) @ z
    degrees = int(np.linalg.matrix_rank(cov, tol=1e-9))
    if k == 2:
        other = stats.logrank(censored_data(groups[0]), censored_data(groups[1]))
        assert math.isclose(other.statistic**2, statistic, rel_tol=1e-9)
        assert math.isclose(other.pvalue, stats.chi2.sf(statistic, 1), rel_tol=1e-9)
        statistic = other.statistic**2
    return {"observed": observed, "expected": expected, "statistic": statistic,
            "degrees": degrees, "p": stats.chi2.sf(statistic, degrees)}


def logranks(all_lives):
    names = [["mercaptopurine", "placebo"], ["ties", "heavy"], ["fine", "uncensored"],
             ["ties", "fine", "heavy"], ["mercaptopurine", "placebo", "ties", "uncensored"],
             ["censored", "placebo", "ties"], ["one", "ties"]]
    return [{"groups": group, **logrank([all_lives[name] for name in group])} for group in names]


def two_samples():
    pairs = [([1.0], [2.0]), ([1.0, 5.0], [2.0, 3.0, 4.0]), ([1.0] * 4, [1.0] * 6)]
    for n, m, shift in [(3, 4, 0), (8, 9, 1), (20, 20, 0.5), (1, 400, 0.3), (20, 21, 1),
                        (50, 70, 0.2), (150, 90, 1.5), (8, 100, 0.5), (200, 2, 1), (9, 50, 0.4)]:
        pairs.append((RNG.normal(shift, 1, n).round(9).tolist(),
                      RNG.normal(0, 1.5, m).round(9).tolist()))
    for n, m in [(5, 5), (12, 30), (60, 45)]:
        pairs.append((RNG.poisson(3, n).astype(float).tolist(),
                      RNG.poisson(4, m).astype(float).tolist()))
    cases = []
    for first, second in pairs:
        x, y = np.array(first), np.array(second)
        ties = len(np.unique(np.concatenate([x, y]))) < len(x) + len(y)
        bound = 4000 if min(len(x), len(y)) <= 8 else 400
        exact = not ties and len(x) * len(y) <= bound
        test = stats.mannwhitneyu(x, y, alternative="two-sided",
                                  method="exact" if exact else "asymptotic")
        differences = x[:, None] - y[None, :]
        greater, less = (differences > 0).mean(), (differences < 0).mean()
        cases.append({"first": first, "second": second, "exact": exact, "u": test.statistic,
                      "p": test.pvalue, "delta": greater - less,
                      "a12": greater + (differences == 0).mean() / 2,
                      "shift": np.median(differences)})
    return cases


def signed_ranks():
    all_differences = [[1.0], [1.0, -2.0], [2.0, 2.0, -2.0, 2.0]]
    for n, shift in [(5, 0.5), (12, 1), (50, 0.3), (51, 0.3), (120, 0.1)]:
        all_differences.append(RNG.normal(shift, 1, n).round(9).tolist())
    for n in (8, 25, 90):
        all_differences.append((RNG.poisson(4, n) - RNG.poisson(3, n)).astype(float).tolist())
    all_differences.append([0.0, 0.0] + RNG.normal(1, 1, 9).round(9).tolist())
    cases = []
    for values in all_differences:
        d = np.array(values)
        left = d[d != 0]
        exact = len(np.unique(abs(left))) == len(left) and len(left) <= 50
        test = stats.wilcoxon(left, zero_method="wilcox", method="exact" if exact else "asymptotic")
        ranks = stats.rankdata(abs(left))
        plus, minus = ranks[left > 0].sum(), ranks[left < 0].sum()
        walsh = [(d[i] + d[j]) / 2 for i in range(len(d)) for j in range(i, len(d))]
        cases.append({"differences": values, "exact": exact, "statistic": test.statistic,
                      "p": test.pvalue, "ranked": len(left), "centre": np.median(walsh),
                      "rank_biserial": (plus - minus) / (plus + minus)})
    return cases


def holm():
    lists = [[0.01, 0.04, 0.03, 0.005], [0.5] * 5, [0.0, 1.0], RNG.random(25).tolist(),
             (RNG.random(12) ** 4).tolist()]
    cases = []
    for p in lists:
        m = len(p)
        # By definition: the greatest of the products up to one's own place in the order.
        order = sorted(range(m), key=lambda i: p[i])
        adjusted = [None] * m
        for k, i in enumerate(order):
            adjusted[i] = min(1.0, max((m - j) * p[order[j]] for j in range(k + 1)))
        cases.append({"p": p, "adjusted": adjusted})
    return cases


def fits():
    def noisy(law, sizes, repeat, scatter):
        return [[float(n), float(law(n) * math.exp(scatter * RNG.normal()))]
                for n in sizes for _ in range(repeat)]

    sets = {
        "logarithm": noisy(lambda n: 20 + 7 * math.log(n), [2, 5, 10, 20, 50, 100], 6, 0.05),
        "square": noisy(lambda n: 0.3 * n**2, [4, 8, 16, 32, 64], 8, 0.3),
        "root": noisy(lambda n: 12 * n**0.5, [1, 3, 9, 27, 81, 243], 4, 0.1),
        "falling": noisy(lambda n: 50 * n**-0.7, [1, 2, 4, 8], 5, 0.2),
        "three": [[1.0, 2.0], [2.0, 5.0], [4.0, 6.0]],
        "flat": noisy(lambda n: 5.0, [2, 4, 8, 16], 10, 0.4),
        "large": noisy(lambda n: 2e-3 * n**1.2, [1e3, 1e4, 1e5, 1e6], 300, 0.05),
    }
    cases = []
    for name, points in sets.items():
        n, y = np.array(points).T
        for confidence in (0.95, 0.9):
            case = {"name": name, "points": points if confidence == 0.95 else None,
                    "confidence": confidence,
                    "logarithm": line(np.log(n), y, confidence),
                    "power": line(np.log(n), np.log(y), confidence, True),
                    "power-least-squares": least_squares(n, y, confidence)}
            cases.append(case)
    return cases


def criterion(residuals, n, jacobian=0.0):
    sigma = math.sqrt(residuals / n)
    likelihood = -n * math.log(sigma) - n / 2 * math.log(2 * math.pi) - n / 2 - jacobian
    return 2 * 3 - 2 * likelihood


def line(x, y, confidence, logs=False):
    got = stats.linregress(x, y)
    t = stats.t.ppf((1 + confidence) / 2, len(x) - 2)
    residuals = ((y - got.intercept - got.slope * x) ** 2).sum()
    ends = [got.intercept - t * got.intercept_stderr, got.intercept + t * got.intercept_stderr]
    a = [got.intercept] + ends
    return {"a": np.exp(a) if logs else a, "a_error": got.intercept_stderr,
            "b": [got.slope, got.slope - t * got.stderr, got.slope + t * got.stderr],
            "b_error": got.stderr, "r_squared": got.rvalue**2,
            "residual_error": math.sqrt(residuals / (len(x) - 2)),
            "aic": criterion(residuals, len(x), y.sum() if logs else 0.0)}


def least_squares(n, y, confidence):
    """y = a n^b by its one-dimensional problem: the best a is known for each b."""
    x = np.log(n / np.exp(np.log(n).mean()))

    def best(b):
        w = np.exp(b * x)
        return (y @ w) / (w @ w)

    def slope(b):
        w = np.exp(b * x)
        return ((y - best(b) * w) * w * x).sum()

    guess = np.polyfit(x, np.log(y), 1)[0]
    reach = 0.05
    while slope(guess - reach) * slope(guess + reach) > 0:
        reach *= 1.5
    b = optimize.brentq(slope, guess - reach, guess + reach, xtol=1e-15, rtol=1e-15)
    a = best(b) * math.exp(-b * np.log(n).mean())
    residuals = ((y - a * n**b) ** 2).sum()
    jacobian = np.column_stack([n**b, a * n**b * np.log(n)])
    _, upper = np.linalg.qr(jacobian)
    inverse = np.linalg.inv(upper)
    errors = np.sqrt((inverse**2).sum(axis=1) * residuals / (len(n) - 2))
    # And by curve_fit, whose search ends somewhat earlier.
    popt, pcov = optimize.curve_fit(
        lambda n, a, b: a * n**b, n, y, p0=[a, b], ftol=1e-15, xtol=1e-15, gtol=1e-15,
        jac=lambda n, a, b: np.column_stack([n**b, a * n**b * np.log(n)]))
    assert np.allclose(popt, [a, b], rtol=1e-6) and np.allclose(np.sqrt(np.diag(pcov)), errors,
                                                                 rtol=1e-5)
    t = stats.t.ppf((1 + confidence) / 2, len(n) - 2)
    return {"a": [a, a - t * errors[0], a + t * errors[0]], "a_error": errors[0],
            "b": [b, b - t * errors[1], b + t * errors[1]], "b_error": errors[1],
            "r_squared": 1 - residuals / ((y - y.mean()) ** 2).sum(),
            "residual_error": math.sqrt(residuals / (len(n) - 2)),
            "aic": criterion(residuals, len(n))}


def main():
    all_samples = samples()
    all_lives = survival_samples()
    reference = {
        "made_by": {"python": platform.python_version(), "numpy": np.__version__,
                    "scipy": scipy.__version__},
        "distributions": distributions(),
        "describe": {name: describe(values) for name, values in all_samples.items()},
        "bootstrap": bootstraps(all_samples),
        "wilson": wilson(),
        "kaplan_meier": {name: kaplan_meier(one) for name, one in all_lives.items()},
        "logrank": logranks(all_lives),
        "two_samples": two_samples(),
        "signed_ranks": signed_ranks(),
        "holm": holm(),
        "fits": fits(),
    }
    path = pathlib.Path(__file__).with_suffix(".json")
    lines = [f"{json.dumps(key)}: {json.dumps(plain(value), allow_nan=False)}"
             for key, value in reference.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
