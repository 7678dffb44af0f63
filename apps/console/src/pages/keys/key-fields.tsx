import type { ComponentChildren, JSX, TargetedEvent } from 'preact'
import { useId } from 'preact/hooks'
import type { KeyField, KeyForm } from './key-form.ts'

interface KeyFieldsProps {
  readonly form: KeyForm
  readonly problems: Readonly<Partial<Record<KeyField, string>>>
  readonly currency: string
  /** True for a new key, which gets a name. */
  readonly isNew: boolean
  readonly onChange: (form: KeyForm) => void
}

const spans = { never: 'never', '1h': 'in 1 hour', '1d': 'in 1 day', '30d': 'in 30 days', '90d': 'in 90 days', '52w': 'in a year' } as const

/** Fields of the terms of a key. */
export function KeyFields({ form, problems, currency, isNew, onChange }: KeyFieldsProps) {
  const set = (field: KeyField) => (event: TargetedEvent<HTMLInputElement | HTMLSelectElement>) =>
    onChange({ ...form, [field]: event.currentTarget.value })
  const input =
    (field: KeyField, more: JSX.IntrinsicElements['input'] = {}) =>
    (id: string, hint: string) => (
      <input
        id={id}
        value={form[field]}
        aria-invalid={problems[field] !== undefined}
        aria-describedby={hint}
        autocomplete="off"
        {...more}
        onInput={set(field)}
      />
    )
  return (
    <>
      {isNew && (
        <Field label="Name" hint="by which people know the key" problem={problems.name}>
          {input('name', { required: true, maxLength: 100, autofocus: true })}
        </Field>
      )}
      <Field label="Models" hint="ids or patterns such as claude-*, with commas between; nothing: all" problem={problems.models}>
        {input('models', { spellcheck: false })}
      </Field>
      <fieldset>
        <legend>Limits, where they differ from the gateway’s</legend>
        <Field label="Requests a minute" problem={problems.requestsPerMinute}>
          {input('requestsPerMinute', { inputMode: 'numeric' })}
        </Field>
        <Field label="Tokens a minute" problem={problems.tokensPerMinute}>
          {input('tokensPerMinute', { inputMode: 'numeric' })}
        </Field>
        <Field label="Streams at once" problem={problems.concurrentStreams}>
          {input('concurrentStreams', { inputMode: 'numeric' })}
        </Field>
      </fieldset>
      <fieldset>
        <legend>Budget in {currency}</legend>
        <Field label="Amount" hint="nothing: none" problem={problems.budget}>
          {input('budget', { inputMode: 'decimal' })}
        </Field>
        <Field label="In each" problem={problems.period}>
          {(id) => (
            <select id={id} value={form.period} onChange={set('period')}>
              <option value="day">day, of UTC</option>
              <option value="month">month, of UTC</option>
              <option value="total">total</option>
            </select>
          )}
        </Field>
      </fieldset>
      <Field label="Ends" problem={problems.expires}>
        {(id) => (
          <select id={id} value={form.expires} onChange={set('expires')}>
            {!isNew && form.expires === 'keep' && <option value="keep">as it does now</option>}
            {Object.entries(spans).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Role" problem={problems.role}>
        {(id) => (
          <select id={id} value={form.role} onChange={set('role')}>
            <option value="caller">caller: sends requests</option>
            <option value="viewer">viewer: sees numbers here, changes nothing</option>
            <option value="admin">administrator: sees and changes everything here</option>
          </select>
        )}
      </Field>
    </>
  )
}

interface FieldProps {
  readonly label: string
  readonly hint?: string
  readonly problem: string | undefined
  readonly children: (id: string, hintId: string) => ComponentChildren
}

function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, `${id}-hint`)}
      <span id={`${id}-hint`} class={problem === undefined ? 'muted hint' : 'bad hint'} role={problem === undefined ? undefined : 'alert'}>
        {problem ?? hint}
      </span>
    </div>
  )
}
