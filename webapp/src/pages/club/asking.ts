/** What the page asks of clubs. */
import type {
  ClubCommand,
  ClubFigures,
  ClubMade,
  ClubPersonShown,
  ClubRegister,
  ClubShown,
  MergePreview,
  RegisterUnderstood,
} from '../../gen/protocol';
import { call, ensureSession, post } from '../../net/http';

const of = (club: string): string => `/api/clubs/${encodeURIComponent(club)}`;

/** Everything but the id of the command. */
type Without<A> = A extends unknown ? Omit<A, 'id'> : never;
export type Asked = Without<ClubCommand>;

export async function foundClub(name: string): Promise<ClubMade> {
  await ensureSession();
  return post('/api/clubs', { name });
}

/** A club for who has a key of it. */
export class Asking {
  constructor(
    readonly club: string,
    public key: string,
  ) {}

  shown = (): Promise<ClubShown> => this.#get('');
  figures = (season: number | null): Promise<ClubFigures> =>
    this.#get(`/figures${season === null ? '' : `?season=${season}`}`);
  person = (key: string): Promise<ClubPersonShown> => this.#get(`/people/${encodeURIComponent(key)}`);
  register = (): Promise<ClubRegister> => this.#get('/register');
  merging = (into: number, gone: number): Promise<MergePreview> => this.#post('/merging', { into, gone });
  /** What a list would bring, before it is taken in. */
  reading = (text: string): Promise<RegisterUnderstood> => this.#post('/reading', { text });
  /** The address of a file of the club. */
  file = (name: string): string => `${of(this.club)}/${name}?${new URLSearchParams({ key: this.key })}`;

  /** Ask something, under an id of its own. */
  async do(asked: Asked): Promise<void> {
    await ensureSession();
    await this.#post('', { ...asked, id: crypto.randomUUID() });
  }

  #get<T>(path: string): Promise<T> {
    return call(of(this.club) + path, { headers: this.#headers });
  }
  #post<T>(path: string, body: unknown): Promise<T> {
    const headers = { ...this.#headers, 'content-type': 'application/json' };
    return call(of(this.club) + path, { method: 'POST', headers, body: JSON.stringify(body) });
  }
  get #headers(): Record<string, string> {
    return { 'x-tilerummy-key': this.key };
  }
}
