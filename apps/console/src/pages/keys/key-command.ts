import { shellWord as quote } from '../../format/shell-word.ts'
import { emptyKeyForm, type KeyForm, type limitNames } from './key-form.ts'

/** Formats the command that makes a key of these terms. */
export function createCommand(form: KeyForm): string {
  return ['interlingua key create', quote(form.name.trim()), ...optionsOf(form, emptyKeyForm)].join(' ')
}

/** Formats the command that changes the terms of a key from one form to another; empty if nothing differs. */
export function updateCommand(id: string, form: KeyForm, before: KeyForm): string {
  const options = optionsOf(form, before)
  return options.length === 0 ? '' : ['interlingua key update', id, ...options].join(' ')
}

/** Options for what differs from the terms before. */
function optionsOf(form: KeyForm, before: KeyForm): readonly string[] {
  const option = (name: string, valueOf: (form: KeyForm) => string): readonly string[] => {
    const value = valueOf(form).trim()
    return value === valueOf(before).trim() ? [] : [`--${name} ${quote(value || 'none')}`]
  }
  const limit = (name: string, field: (typeof limitNames)[number]) => option(name, (of) => of[field].replaceAll(/[,_ ]/g, ''))
  return [
    ...option('models', ({ models }) =>
      models
        .split(/[\s,]+/)
        .filter(Boolean)
        .join(','),
    ),
    ...limit('requests-per-minute', 'requestsPerMinute'),
    ...limit('tokens-per-minute', 'tokensPerMinute'),
    ...limit('concurrent-streams', 'concurrentStreams'),
    ...option('budget', ({ budget, period }) => budget.trim() && `${budget.trim()}/${period}`),
    ...option('expires', ({ expires }) => (expires === 'never' ? '' : expires)),
    ...(form.role === before.role ? [] : [form.role === 'caller' ? `--no-${before.role}` : `--${form.role}`]),
  ]
}
