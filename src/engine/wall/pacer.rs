//! How simulated time follows real time. A state machine: it is told what time it is.

use std::time::Duration;

use crate::model::WallClock;

/// Translates between real and simulated time. Real time counts from the start of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pacer {
    rate: f64,
    longest_gap: f64,
    paused: bool,
    /// The simulated time at `origin`.
    time: f64,
    origin: Duration,
    /// When real time was read last.
    read: Duration,
}

impl Pacer {
    pub(super) fn new(clock: WallClock) -> Self {
        Pacer {
            rate: clock.rate,
            longest_gap: clock.longest_gap,
            paused: false,
            time: 0.0,
            origin: Duration::ZERO,
            read: Duration::ZERO,
        }
    }

    /// Takes note of the real time, which is read often. Where it has leapt since it was read
    /// last, the leap is taken out; it is returned, in seconds.
    pub(super) fn read(&mut self, real: Duration) -> Option<f64> {
        let leap = real.saturating_sub(self.read);
        self.read = self.read.max(real);
        if self.paused || leap.as_secs_f64() <= self.longest_gap {
            return None;
        }
        self.origin += leap;
        Some(leap.as_secs_f64())
    }

    /// The simulated time at the real time that was read last.
    pub(super) fn now(&self) -> f64 {
        self.at(self.read)
    }

    fn at(&self, real: Duration) -> f64 {
        if self.paused {
            return self.time;
        }
        self.time + self.rate * real.saturating_sub(self.origin).as_secs_f64()
    }

    /// The real time at which it is that simulated time; `None` while time stands still, or where
    /// no clock will ever show it.
    pub(super) fn real(&self, time: f64) -> Option<Duration> {
        if self.paused {
            return None;
        }
        let ahead = ((time - self.time) / self.rate).max(0.0);
        let ahead = Duration::try_from_secs_f64(ahead).ok()?;
        self.origin.checked_add(ahead)
    }

    pub(super) fn rate(&self) -> f64 {
        self.rate
    }

    pub(super) fn is_paused(&self) -> bool {
        self.paused
    }

    /// Time stands still from now on.
    pub(super) fn pause(&mut self) {
        self.time = self.now();
        self.origin = self.read;
        self.paused = true;
    }

    /// Time goes on from now on.
    pub(super) fn resume(&mut self) {
        self.origin = self.read;
        self.paused = false;
    }

    /// So many units of simulated time pass in a second from now on.
    pub(super) fn set_rate(&mut self, rate: f64) {
        self.time = self.now();
        self.origin = self.read;
        self.rate = rate;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pacer() -> Pacer {
        Pacer::new(WallClock {
            rate: 10.0,
            longest_gap: 1.0,
        })
    }

    fn at(pacer: &mut Pacer, seconds: f64) -> f64 {
        pacer.read(Duration::from_secs_f64(seconds));
        pacer.now()
    }

    #[test]
    fn simulated_time_follows_real_time_at_its_rate() {
        let mut pacer = pacer();
        assert_eq!(at(&mut pacer, 0.5), 5.0);
        assert_eq!(pacer.real(7.5), Some(Duration::from_millis(750)));
        pacer.set_rate(2.0);
        assert_eq!(at(&mut pacer, 1.0), 6.0);
        assert_eq!(pacer.real(7.0), Some(Duration::from_millis(1500)));
        // What is past is due at once.
        assert_eq!(pacer.real(1.0), Some(Duration::from_millis(500)));
        assert_eq!(pacer.real(f64::INFINITY), None);
    }

    #[test]
    fn time_stands_still_while_it_is_paused() {
        let mut pacer = pacer();
        at(&mut pacer, 0.25);
        pacer.pause();
        assert_eq!(at(&mut pacer, 7.0), 2.5);
        assert_eq!(pacer.real(3.0), None);
        pacer.resume();
        assert_eq!(at(&mut pacer, 7.5), 7.5);
    }

    #[test]
    fn a_leap_of_real_time_is_taken_out() {
        let mut pacer = pacer();
        assert_eq!(pacer.read(Duration::from_millis(900)), None);
        assert_eq!(pacer.read(Duration::from_millis(4_900)), Some(4.0));
        assert_eq!(pacer.now(), 9.0);
        assert_eq!(pacer.read(Duration::from_millis(5_900)), None);
        assert_eq!(pacer.now(), 19.0);
        // The clock of the machine never goes back; if it did, time would wait for it.
        assert_eq!(pacer.read(Duration::from_millis(5_000)), None);
        assert_eq!(pacer.now(), 19.0);
    }
}
