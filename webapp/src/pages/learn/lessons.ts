/** The lessons, in the order in which they are taught. */

export const PARTS = {
  steps: ['group', 'run', 'opening', 'adding', 'splitting', 'joker'],
  strategy: ['early', 'fourth', 'saving', 'freeing', 'undoing', 'ends', 'counting', 'waiting', 'double', 'mirror'],
} as const;
export const LESSONS = [...PARTS.steps, ...PARTS.strategy] as const;
export type LessonName = (typeof LESSONS)[number];

export function isLesson(name: string | undefined): name is LessonName {
  return (LESSONS as readonly (string | undefined)[]).includes(name);
}
