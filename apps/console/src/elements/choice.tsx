interface ChoiceProps<Id extends string> {
  readonly label: string
  /** Names of what can be chosen, by their ids. */
  readonly names: Readonly<Record<Id, string>>
  readonly value: Id
  readonly onChange: (id: Id) => void
}

/** Shows a labelled list, one of which is chosen. */
export function Choice<Id extends string>({ label, names, value, onChange }: ChoiceProps<Id>) {
  return (
    <label class="inline">
      {label}{' '}
      <select
        value={value}
        // The list has these ids alone.
        onChange={({ currentTarget }) => onChange(currentTarget.value as Id)}
      >
        {Object.entries<string>(names).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
