import type { Directive } from '../../read-directives.ts'
import type { VideoTask } from './video-task.ts'

/** A directive of a task that strikes when the task is asked for, not when it is made: now, unless it has struck as often as its `times=` says. */
export function strike({ directives, strikes }: VideoTask, name: string): Directive | undefined {
  const directive = directives.get(name)
  if (!directive) return undefined
  const struck = strikes.get(name) ?? 0
  if (struck >= Number(directive.options['times'] ?? Infinity)) return undefined
  strikes.set(name, struck + 1)
  return directive
}
