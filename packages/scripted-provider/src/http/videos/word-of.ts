import type { Standing } from './stand-of.ts'
import type { VideoTask } from './video-task.ts'

/** The vendor's word for a standing, or while it runs the one that `[demo:word x]` asks for, which with the word `forever` never ends. */
export function wordOf<W extends Readonly<Record<Exclude<Standing, 'gone'>, string>>>(
  { directives }: VideoTask,
  standing: Standing,
  words: W,
): string {
  const [word, until] = directives.get('word')?.words ?? []
  if (word !== undefined && (standing === 'running' || until === 'forever')) return word
  return standing === 'gone' ? '' : words[standing]
}
