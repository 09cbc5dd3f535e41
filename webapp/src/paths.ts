/** The addresses of the page, by what they show. The build gives them to the server too, which answers others with 404. */
export const PATHS = {
  home: /^\/$/,
  table: /^\/t\/(?<room>[^/]+)\/?$/,
  screen: /^\/t\/(?<room>[^/]+)\/screen\/?$/,
  replay: /^(?:\/t\/(?<room>[^/]+))?\/replay\/?$/,
  sheet: /^\/(?<what>sheet|referee|evenings)(?:\/(?<id>[^/]+))?\/?$/,
  circle: /^\/circle(?:\/(?<circle>[^/]+)(?:\/(?<invitation>[^/]+))?)?\/?$/,
  club: /^\/club(?:\/(?<club>[^/]+)(?:\/(?<view>events|ratings|register|keeping|person)(?:\/(?<person>[^/]+))?)?)?\/?$/,
  events: /^\/events\/?$/,
  tournament: /^\/e\/(?<tournament>[^/]+)\/?$/,
  bigScreen: /^\/e\/(?<tournament>[^/]+)\/screen\/?$/,
  print: /^\/e\/(?<tournament>[^/]+)\/print\/?$/,
  handover: /^\/handover\/?$/,
  recovery: /^\/recovery\/?$/,
  comeBack: /^\/return\/?$/,
  mail: /^\/mail\/?$/,
  games: /^\/games\/?$/,
  people: /^\/people\/?$/,
  learn: /^\/learn(?:\/(?<lesson>[^/]+))?\/?$/,
  puzzles: /^\/puzzles(?:\/(?<edition>[^/]+)(?:\/(?<puzzle>[^/]+))?)?\/?$/,
  analysis: /^\/analysis\/?$/,
  look: /^\/look\/?$/,
  words: /^\/look\/words\/?$/,
  rules: /^\/rules(?:\/(?<edition>[^/]+))?\/?$/,
} satisfies Record<string, RegExp>;

export type PageName = keyof typeof PATHS;
