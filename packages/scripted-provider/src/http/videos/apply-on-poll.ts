import type { Directive } from '../../read-directives.ts'
import type { VideoTask } from './video-task.ts'

/** Applies a directive when the task is polled instead of when it is made; `undefined` where its `times=` are used up. */
export function applyOnPoll({ directives, directiveUses }: VideoTask, name: string): Directive | undefined {
  const directive = directives.get(name)
  if (!directive) return undefined
  const struck = directiveUses.get(name) ?? 0
  if (struck >= Number(directive.options['times'] ?? Infinity)) return undefined
  directiveUses.set(name, struck + 1)
  return directive
}
