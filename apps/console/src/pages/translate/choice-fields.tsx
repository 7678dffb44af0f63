import type { FormatRow } from '@interlingua/console/api'
import { cutText, visibleText } from '../../format/visible-text.ts'
import { type Choice, directions, isDirection, isStrictness, nameOfFormat, strictnesses } from './choice.ts'

interface ChoiceFieldsProps {
  readonly choice: Choice
  readonly formats: readonly FormatRow[]
  readonly onChange: (choice: Choice) => void
  /** Turns both sides around, the translated document becomes the given one. */
  readonly onSwap: () => void
  readonly canSwap: boolean
}

/** Fields of what is translated: direction, formats, model, channel, policy. */
export function ChoiceFields({ choice, formats, onChange, onSwap, canSwap }: ChoiceFieldsProps) {
  const { direction, from, to, model = '', channel = '', strictness = '' } = choice
  const channels = formats.find(({ id }) => id === to)?.channels ?? []

  /** Changes some members; an empty text takes one away. */
  function change(members: Partial<Record<keyof Choice, string>>): void {
    const next = { ...choice, ...members }
    // A channel is one of its format.
    if (members.to !== undefined) next.channel = ''
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')) as unknown as Choice) // members keep their types
  }

  return (
    <>
      <fieldset class="choices">
        <legend>What is translated?</legend>
        {Object.entries(directions).map(([id, name]) => (
          <label key={id} class="choice">
            <input
              type="radio"
              name="direction"
              value={id}
              checked={id === direction}
              onChange={() => isDirection(id) && change({ direction: id })}
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
      <div class="tools">
        <FormatField label="client" value={from} formats={formats} onChange={(id) => change({ from: id })} />
        <button
          type="button"
          class="small"
          aria-label="Turn both sides around"
          title="Turn both sides around"
          disabled={!canSwap}
          onClick={onSwap}
        >
          ⇄
        </button>
        <FormatField label="upstream" value={to} formats={formats} onChange={(id) => change({ to: id })} />
        <label class="inline">
          model{' '}
          <input
            size={16}
            maxLength={256}
            spellcheck={false}
            autocomplete="off"
            placeholder="that of the request"
            value={model}
            onChange={({ currentTarget }) => change({ model: currentTarget.value.trim() })}
          />
        </label>
        {channels.length > 0 && (
          <label class="inline">
            rules of{' '}
            <select value={channel} onChange={({ currentTarget }) => change({ channel: currentTarget.value })}>
              <option value="">the channel of the model</option>
              {channels.map((name) => (
                <option key={name} value={name}>
                  {visibleText(cutText(name, 60).shown)}
                </option>
              ))}
            </select>
          </label>
        )}
        {direction !== 'stream' && (
          <label class="inline">
            policy{' '}
            <select
              value={strictness}
              onChange={({ currentTarget: { value } }) => change({ strictness: isStrictness(value) ? value : '' })}
            >
              <option value="">that of the channel</option>
              {Object.entries(strictnesses).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </>
  )
}

interface FormatFieldProps {
  readonly label: string
  readonly value: string
  readonly formats: readonly FormatRow[]
  readonly onChange: (id: string) => void
}

function FormatField({ label, value, formats, onChange }: FormatFieldProps) {
  return (
    <label class="inline">
      {label}{' '}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {formats.map(({ id }) => (
          <option key={id} value={id}>
            {nameOfFormat(id)}
          </option>
        ))}
      </select>
    </label>
  )
}
