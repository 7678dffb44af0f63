import type { Recipe } from '@interlingua/console/api'

interface AgentChoiceProps {
  readonly recipes: readonly Recipe[]
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

const kinds = { agent: 'Agents', sdk: 'Libraries of a language' } as const

/** Choice of an agent, or of a language whose libraries are shown. */
export function AgentChoice({ recipes, chosen, onChoose }: AgentChoiceProps) {
  return (
    <>
      {(['agent', 'sdk'] as const).map((kind) => (
        <fieldset key={kind} class="choices">
          <legend>{kinds[kind]}</legend>
          {recipes
            .filter((recipe) => recipe.kind === kind)
            .map(({ id, title, tried }) => (
              <label key={id} class="choice" title={tried && `${tried.by === 'ci' ? 'run by CI' : 'tried by hand'} with ${tried.version}`}>
                <input type="radio" name="agent" value={id} checked={id === chosen} onChange={() => onChoose(id)} /> {title}
              </label>
            ))}
        </fieldset>
      ))}
    </>
  )
}
