/** Where the reader is told of their games, and how, in this browser. */
import type { NoticesShown, OutletShown, Wishes } from '../../../gen/protocol';
import { locale } from '../../../i18n/i18n.svelte';
import { refusalText } from '../../../i18n/refusals';
import { call, ensureSession, post, Refusal } from '../../../net/http';
import { allow } from '../../../notifications';
import { subscribe, unsubscribe } from '../../../worker/pushes';

/** What is told at an address that the reader gives. */
export type Addressed = Exclude<OutletShown['kind'], 'push'>;
export type NoticeKind = Wishes['kinds'][number];
/** The minutes of the day between which a reader who has said nothing hears nothing. */
export const NIGHT = [22 * 60, 8 * 60] as const;
export const KINDS: readonly NoticeKind[] = ['turn', 'reminder', 'question', 'end', 'invitation', 'device'];

export class Telling {
  #shown = $state.raw<NoticesShown>();
  #last: Promise<void> = Promise.resolve();
  /** The reader's browser does not allow messages of the page. */
  denied = $state(false);
  /** No service for messages could be reached. */
  failed = $state(false);
  /** What the server says against it, in words. */
  refused = $state<string | null>(null);

  /** This browser, where it is told already. */
  readonly here: OutletShown | undefined = $derived(this.#shown?.outlets.find((outlet) => outlet.here));

  /** Whether the server sends mails. */
  readonly mail: boolean = $derived(this.#shown?.mail ?? false);
  /** What the addresses of the services look like that the server may tell. */
  readonly services: readonly string[] = $derived(this.#shown?.services ?? []);

  async load(): Promise<void> {
    await this.#try(async () => {
      await ensureSession();
      this.#shown = await call<NoticesShown>('/api/notices');
    });
  }

  /** Tell this browser from now on, and as `changed` says. */
  async start(changed: (wishes: Wishes) => Partial<Wishes> = () => ({})): Promise<void> {
    await this.#try(async () => {
      this.denied = !(await allow());
      if (this.denied) return;
      const { key } = (this.#shown ??= await call<NoticesShown>('/api/notices'));
      const wishes = this.here?.wishes ?? usual();
      const push = await subscribe(key);
      this.failed = push === null;
      if (push === null) return;
      this.#shown = await post<NoticesShown>('/api/notices', {
        push,
        wishes: { ...wishes, ...place(), ...changed(wishes) },
      });
    });
  }

  /** Tell this browser nothing any more. */
  async stop(): Promise<void> {
    await this.#try(async () => {
      const { here } = this;
      if (here === undefined) return;
      this.#shown = await post<NoticesShown>('/api/notices/end', { id: here.id });
      await unsubscribe();
    });
  }

  /** The addresses of that kind at which the reader is told, or is once they are confirmed. */
  at(kind: Addressed): readonly OutletShown[] {
    return this.#shown?.outlets.filter((outlet) => outlet.kind === kind) ?? [];
  }

  /** Tell an address from now on, one for mail once its owner agrees, and as `changed` says. */
  async write(
    kind: Addressed,
    address: string,
    changed: (wishes: Wishes) => Partial<Wishes> = () => ({}),
  ): Promise<void> {
    await this.#try(async () => {
      const wishes = this.at(kind).find((one) => one.address === address)?.wishes ?? usual();
      this.#shown = await post<NoticesShown>(`/api/notices/${kind}`, {
        address,
        wishes: { ...wishes, ...place(), ...changed(wishes) },
      });
    });
  }

  /** Tell nothing there any more. */
  async end(id: string): Promise<void> {
    await this.#try(async () => {
      this.#shown = await post<NoticesShown>('/api/notices/end', { id });
    });
  }

  /** One thing after the other: no press is lost while an answer is on its way. */
  #try(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      this.refused = null;
      try {
        await work();
      } catch (problem) {
        this.refused = problem instanceof Refusal ? refusalText(problem.code, problem.params) : refusalText('offline');
      }
    });
    return this.#last;
  }
}

/** What a reader wants who has said nothing: everything, and a quiet night. */
function usual(): Wishes {
  return { kinds: [...KINDS], ...place(), quiet: [...NIGHT], anyway: false, names: false };
}

function place(): Pick<Wishes, 'lang' | 'zone'> {
  return { lang: locale.language, zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
