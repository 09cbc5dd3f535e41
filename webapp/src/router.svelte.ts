/** Pages by path: `/`, `/t/ROOM`, `/rules/EDITION`. */

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'table'; readonly room: string }
  | { readonly page: 'rules'; readonly edition: string };

export function parse(path: string): Route {
  const [, page, rest] = /^\/(t|rules)\/([^/]+)\/?$/.exec(path) ?? [];
  if (page === 't' && rest !== undefined) return { page: 'table', room: decodeURIComponent(rest) };
  if (page === 'rules' && rest !== undefined) return { page: 'rules', edition: decodeURIComponent(rest) };
  return { page: 'home' };
}

class Router {
  route = $state.raw<Route>(parse(location.pathname));

  constructor() {
    addEventListener('popstate', () => {
      this.route = parse(location.pathname);
    });
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (
        link === null ||
        !plain ||
        link.target !== '' ||
        link.origin !== location.origin ||
        link.pathname.startsWith('/api')
      )
        return;
      if (link.hash !== '' && link.pathname === location.pathname) return;
      event.preventDefault();
      this.go(link.pathname);
    });
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.route = parse(location.pathname);
    scrollTo(0, 0);
  }
}

export const router = new Router();
