// Before anything is painted: the theme that was chosen last.
(function () {
  var theme = "system";
  try {
    theme = localStorage.getItem("formicary.theme") || theme;
  } catch (_) {
    // As the system is.
  }
  if (theme !== "light" && theme !== "dark") theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
})();
