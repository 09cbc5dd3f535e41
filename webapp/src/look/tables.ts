/** What the table is made of, and its colour; `tables.css` draws them. */
export const TABLES = [
  'felt-green',
  'felt-blue',
  'felt-wine',
  'wood-oak',
  'wood-walnut',
  'wood-cherry',
  'plain-sand',
  'plain-slate',
  'plain-plum',
] as const;
export type TableLook = (typeof TABLES)[number];
