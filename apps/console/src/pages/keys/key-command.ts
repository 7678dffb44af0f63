import { shellWord as quote } from '../../format/shell-word.ts'
import type { KeyForm } from './key-form.ts'

/** Formats the command that makes a key of these terms. */
export function createCommand(form: KeyForm): string {
  return ['interlingua key create', quote(form.name.trim()), ...optionsOf(form)].join(' ')
}

function optionsOf({
  models,
  requestsPerMinute,
  tokensPerMinute,
  concurrentStreams,
  budget,
  period,
  expires,
  role,
}: KeyForm): readonly string[] {
  const list = models.split(/[\s,]+/).filter(Boolean)
  const option = (name: string, value: string): readonly string[] => (value.trim() === '' ? [] : [`--${name} ${quote(value.trim())}`])
  return [
    ...option('models', list.join(',')),
    ...option('requests-per-minute', requestsPerMinute),
    ...option('tokens-per-minute', tokensPerMinute),
    ...option('concurrent-streams', concurrentStreams),
    ...option('budget', budget.trim() === '' ? '' : `${budget.trim()}/${period}`),
    ...option('expires', expires === 'never' || expires === 'keep' ? '' : expires),
    ...(role === 'caller' ? [] : [`--${role}`]),
  ]
}
