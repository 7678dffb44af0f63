import { useEffect, useId, useState } from 'preact/hooks'
import { filterWords } from './filter-words.ts'

interface FilterFieldProps {
  readonly text: string
  /** Reason why the text cannot be used. */
  readonly problem: string | undefined
  /** Called with a whole filter: at Enter, and when the field is left. */
  readonly onChange: (text: string) => void
}

/** Field of filter words. They are used at Enter, so that no half word is looked up. */
export function FilterField({ text, problem, onChange }: FilterFieldProps) {
  const [draft, setDraft] = useState(text)
  const id = useId()
  useEffect(() => setDraft(text), [text])
  return (
    <form
      class="filter"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(draft.trim())
      }}
    >
      <input
        type="search"
        data-filter
        aria-label="Filter requests"
        aria-describedby={id}
        aria-invalid={problem !== undefined}
        placeholder="status:error channel:openai"
        spellcheck={false}
        autocapitalize="off"
        value={draft}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onChange={() => onChange(draft.trim())}
      />
      <p id={id} class={problem === undefined ? 'muted hint' : 'bad hint'} role={problem === undefined ? undefined : 'alert'}>
        {problem ?? Object.keys(filterWords).map((word) => `${word}: `)}
      </p>
    </form>
  )
}
