/** Where the reader is: the path, changed by links and by the browser's own buttons, without loading the page again. */

class Router {
  path = $state(location.pathname);

  constructor() {
    addEventListener('popstate', () => {
      this.path = location.pathname;
    });
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (
        link === null ||
        !plain ||
        link.target !== '' ||
        link.origin !== location.origin ||
        link.hasAttribute('download')
      )
        return;
      if (link.hash !== '' && link.pathname === location.pathname) return;
      event.preventDefault();
      this.go(link.pathname + link.hash);
    });
  }

  /** `instead`: nobody comes back to the page that one leaves; `history.state` tells the next one so. */
  go(path: string, instead = false): void {
    history[instead ? 'replaceState' : 'pushState'](instead, '', path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }
}

export const router = new Router();
