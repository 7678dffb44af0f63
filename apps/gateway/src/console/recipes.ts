import type { RecipeSource } from '@interlingua/console'
import { agents } from '../cli/setup/agents.ts'
import type { Agent, AgentTarget } from '../cli/setup/agent.ts'
import { chooseModel } from '../cli/setup/choose-model.ts'
import { editText } from '../cli/setup/edits/edit.ts'
import { syntaxes } from '../cli/setup/edits/syntaxes.ts'
import { type Machine, placeOf, shortPath } from '../cli/setup/place-of.ts'
import { snippets, type Snippet } from '../cli/setup/snippets.ts'

/** Machine of a reader of the console, about which nothing is known. */
const reader: Machine = { environment: { HOME: '/home/you' }, folder: '.', platform: 'linux' }

function recipeOf({ id, title, speaks, tried, notes = [] }: Agent) {
  return { id, title, kind: 'agent', speaks, tried, notes } as const
}

function recipeOfSnippet({ id, title }: Snippet) {
  return { id, title, kind: 'sdk', notes: [] } as const
}

/** Recipes of the command `setup`, for the console. */
export const recipes: RecipeSource = {
  list: () => [...agents.map(recipeOf), ...snippets.map(recipeOfSnippet)],
  write(id, { url, key, model: asked, offered }) {
    const agent = agents.find((each) => each.id === id)
    const model =
      asked ??
      chooseModel(
        offered.map((each) => ({ id: each })),
        agent ?? { prefers: [] },
      )?.id
    const named = { ...(model !== undefined && { model }) }
    if (agent !== undefined) {
      const also = (agent.alsoUses ?? []).map((each) => each.id)
      const missing = also.filter((each) => !offered.includes(each))
      const to: AgentTarget = { url, key, model: model ?? 'MODEL', contextLength: 200_000, maxOutput: 32_000, missing }
      const files = agent.files(to).map((file) => ({
        path: shortPath(placeOf(file, reader), reader),
        text: editText(syntaxes[file.syntax], '', file.edits),
      }))
      return { ...recipeOf(agent), ...named, files, commands: agent.start(to), asks: also }
    }
    const snippet = snippets.find((each) => each.id === id)
    if (snippet === undefined) return undefined
    const text = snippet.code({ url, key, model: model ?? 'MODEL' })
    return { ...recipeOfSnippet(snippet), ...named, files: [{ path: snippet.title, text }], commands: [snippet.install], asks: [] }
  },
}
