// Which controls the page has, and which of them the tests have touched. A control counts as touched
// when the browser itself has brought a click, a key or an input to it.

/** All controls that were ever on a page, and those that were touched, by a name that stays the same. */
export const seen = new Set();
export const touched = new Set();

/** Runs on the page before everything else. */
function watch() {
  const CONTROLS = 'button, input, select, textarea, summary, a[href]:not([download]), [role="menuitem"], [role="slider"], [role="tab"], [tabindex="0"]';
  const told = new Set();

  /** A name for the control that is the same in every run. */
  const name_of = (control) => {
    const within = (selector) => control.closest(selector);
    const menu = within('[role="menu"]');
    // Models and algorithms are chosen alike, whatever they are called.
    if (menu && /^(Models|Algorithms)$/.test(menu.getAttribute('aria-label'))) return `menu ${menu.getAttribute('aria-label')}`;
    if (menu) return `menu item ${control.dataset.action}`;
    const kind = control.tagName === 'INPUT' ? `input ${control.type}` : control.tagName.toLowerCase();
    if (control.dataset.action === 'set') return `setting ${kind}`;
    const command = within('form.command');
    if (command) return `${within('.card') ? 'card' : 'steering'} ${command.getAttribute('aria-label')} ${kind}`;
    if (control.dataset.action && !control.id) return `${kind} ${control.dataset.action}`;
    if (control.id && !/-\d+$/.test(control.id)) return `#${control.id}`;
    const part = within('[class*="shape-parameters"], .watch, .group, .more, .editor-part, .toast, .seen, .steer-log, .editor-errors, .entry');
    return `${kind}${part ? ` in ${part.className.split(' ')[0]}` : ''} ${control.className}`.trim();
  };

  const tell = (kind, control) => {
    const name = name_of(control);
    if (told.has(`${kind} ${name}`)) return;
    told.add(`${kind} ${name}`);
    window.formicary_control(kind, name);
  };
  const look = (root) => {
    if (root.nodeType !== Node.ELEMENT_NODE) return;
    if (root.matches(CONTROLS)) tell('seen', root);
    for (const control of root.querySelectorAll(CONTROLS)) tell('seen', control);
  };
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) look(node);
  }).observe(document, { childList: true, subtree: true });
  for (const type of ['click', 'input', 'change', 'keydown', 'pointerdown']) {
    document.addEventListener(type, (event) => {
      // The options of a list are drawn by the system, outside the page: they are chosen by script.
      const real = event.isTrusted || event.target.tagName === 'SELECT';
      const control = real && event.target.closest?.(CONTROLS);
      if (control) tell('touched', control);
    }, true);
  }
}

/** Watches the controls of a page. @param {import('playwright-core').Page} page */
export async function watch_controls(page) {
  await page.exposeFunction('formicary_control', (kind, name) => (kind === 'seen' ? seen : touched).add(name));
  await page.addInitScript(watch);
}
