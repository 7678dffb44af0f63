import type { Agent, AgentTarget } from './agent.ts'
import { editText } from './edits/edit.ts'
import { syntaxes } from './edits/syntaxes.ts'
import { type Machine, placeOf, shortPath } from './place-of.ts'

/** Files of an agent as they would be if there were none before, and the commands that start the agent. */
export function showFiles(agent: Agent, to: AgentTarget, machine: Machine): string {
  const files = agent.files(to).map((file) => {
    const mark = file.syntax === 'json' ? '//' : '#'
    return `${mark} ${shortPath(placeOf(file, machine), machine)}\n${editText(syntaxes[file.syntax], '', file.edits)}`
  })
  return `${[
    ...files,
    agent
      .start(to)
      .map((line) => `$ ${line}\n`)
      .join(''),
  ].join('\n')}`
}
