/**
 * The oldest browsers the page is built for. The style in `app.css` that hides "too old" asks for what came with each of
 * these, and `docs/hosting.md` names them.
 */
export const FLOOR = ['chrome111', 'edge111', 'firefox121', 'safari16.4'] as const;
