import type { Recipe, RecipeText } from '@interlingua/console/api'
import { useLocation } from 'preact-iso/router'
import { useState } from 'preact/hooks'
import { session } from '../../access/session.ts'
import { AnswerView } from '../../elements/answer-view.tsx'
import { EmptyNote } from '../../elements/empty-note.tsx'
import type { ChosenKey } from './chosen-key.ts'
import { AgentChoice } from './agent-choice.tsx'
import { FirstRequestLight } from './first-request-light.tsx'
import { KeyChoice } from './key-choice.tsx'
import { ModelWays } from './model-ways.tsx'
import { RecipeFiles } from './recipe-files.tsx'

/** Shows how an agent or a library is pointed at the gateway, and whether it worked. */
export function SetupPage() {
  return (
    <AnswerView<{ readonly rows: readonly Recipe[] }>
      path="/recipes"
      noun="list of agents"
      bars={8}
      absent={<EmptyNote what="This gateway knows no agents: it was started as a library, without their recipes." />}
    >
      {({ rows }) => <Setup recipes={rows} />}
    </AnswerView>
  )
}

/** Model of the address, if it is an id: it ends in texts that people run, and a link may come from anybody. */
function readModel(text: string | undefined): string | undefined {
  return text !== undefined && /^[\w.:/@+-]{1,200}$/.test(text) ? text : undefined
}

function Setup({ recipes }: { readonly recipes: readonly Recipe[] }) {
  const { query, route } = useLocation()
  const id = query['for'] ?? ''
  const model = readModel(query['model'])
  const chosen = recipes.find((recipe) => recipe.id === id)
  const go = (next: string, nextModel?: string): void =>
    route(`/console/setup?${new URLSearchParams({ for: next, ...(nextModel !== undefined && { model: nextModel }) }).toString()}`, true)
  return (
    <div class="setup">
      <section aria-labelledby="which">
        <h2 id="which">1. Which program?</h2>
        {id !== '' && chosen === undefined && (
          <p class="bad" role="alert">
            The address names a program that is not in this list.
          </p>
        )}
        <AgentChoice recipes={recipes} chosen={chosen?.id} onChoose={go} />
      </section>
      {chosen && (
        <AnswerView<RecipeText>
          key={chosen.id}
          path={`/recipes/${encodeURIComponent(chosen.id)}${model === undefined ? '' : `?${new URLSearchParams({ model }).toString()}`}`}
          noun="recipe"
          bars={6}
        >
          {(recipe) => <Steps recipe={recipe} onModel={(next) => go(chosen.id, next)} />}
        </AnswerView>
      )}
    </div>
  )
}

interface StepsProps {
  readonly recipe: RecipeText
  readonly onModel: (model: string) => void
}

/** Steps after the choice. The chosen key stays while the model changes. */
function Steps({ recipe, onModel }: StepsProps) {
  const { value: person } = session
  const [key, setKey] = useState<ChosenKey>()
  const role = person.state === 'signed-in' ? person.me.role : 'user'
  const keyId = key?.made?.id ?? key?.row?.id
  if (recipe.model === undefined)
    return (
      <EmptyNote what="No model is served that this program could ask for. A channel has to list one first.">
        <a class="button" href="/console/channels">
          Channels
        </a>
      </EmptyNote>
    )
  return (
    <>
      <section aria-labelledby="key">
        <h2 id="key">2. Its key</h2>
        <KeyChoice agent={recipe.id} role={role} chosen={key} onChoose={setKey} />
      </section>
      <section aria-labelledby="models">
        <h2 id="models">3. Its models</h2>
        <ModelWays recipe={recipe} keyId={keyId} onModel={onModel} />
      </section>
      <section aria-labelledby="paste">
        <h2 id="paste">{recipe.kind === 'agent' ? '4. Paste' : '4. Paste into the program'}</h2>
        <RecipeFiles recipe={recipe} secret={key?.made?.secret} keyName={key?.row?.name} />
      </section>
      <section class="first-request" aria-labelledby="first">
        <h2 id="first">5. Does it work?</h2>
        {keyId === undefined && role !== 'user' ? (
          <p class="muted">Choose or make a key above: the first request with it is awaited here.</p>
        ) : (
          <FirstRequestLight key={keyId} keyId={keyId} isNew={key?.made !== undefined} recipe={recipe} secret={key?.made?.secret} />
        )}
      </section>
    </>
  )
}
