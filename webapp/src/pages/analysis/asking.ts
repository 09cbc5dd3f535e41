/** Where the answers of the analysis board come from: the server's solver. */
import type { Analysed, Analysis } from '../../gen/protocol';
import { analyse } from '../../net/http';

/** The answer to a question. Throws the Refusal of whoever was asked. */
export function answerTo(question: Analysis): Promise<Analysed> {
  return analyse(question);
}
