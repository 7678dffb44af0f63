import { foldInstruction } from '@interlingua/core/adapter'
import type { Context, Part, Turn } from '@interlingua/core'
import { format } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'

const heard = 'Understood.'

/** Adds a short answer of the assistant after results, if another author speaks next. */
export function answerResults(turns: readonly Turn[], context: Context): readonly Turn[] {
  const out: Turn[] = []
  for (const turn of turns) {
    const before = out[out.length - 1]
    if (before && isResults(before) && turn.author !== 'assistant' && !isResults(turn)) {
      const at = turn.at ?? ''
      context.onNotice(notice('answer-added', at))
      out.push({ author: 'assistant', at, parts: [{ type: 'text', at, text: heard }] })
    }
    out.push(turn)
  }
  return out.length === turns.length ? turns : out
}

function isResults({ parts: [first] }: Turn): boolean {
  return first?.type === 'tool-result'
}

/** Arranges one leading instruction, then alternating turns, as strict chat templates demand. Later instructions become the user's. */
export function arrangeTurns(turns: readonly Turn[], context: Context): readonly Turn[] {
  const out: Turn[] = []
  for (const turn of turns) {
    const before = out[out.length - 1]
    const leads = turn.author === 'instruction' && (before === undefined || before.author === 'instruction')
    const said: Turn = turn.author === 'instruction' && !leads ? asUser(turn, context) : turn
    if (before === undefined || before.author !== said.author || isResults(before) || isResults(said) || said.author === 'assistant') {
      out.push(said)
      continue
    }
    context.onNotice(notice('turns-joined', said.at ?? ''))
    out[out.length - 1] = { ...before, parts: [...before.parts, ...said.parts] }
  }
  return out.every((turn, i) => turn === turns[i]) && out.length === turns.length ? turns : out
}

/** Keeps leading instructions, and moves others to the user if the server takes no later ones. */
export function foldInstructions(turns: readonly Turn[], context: Context): readonly Turn[] {
  const first = turns.findIndex(({ author }) => author !== 'instruction')
  if (first === -1 || !turns.some(({ author }, i) => i > first && author === 'instruction')) return turns
  return turns.map((turn, i) => (i > first && turn.author === 'instruction' ? asUser(turn, context) : turn))
}

function asUser(turn: Turn, context: Context): Turn {
  context.onNotice(notice('instruction-folded', turn.at ?? ''))
  const { authority: _, author: __, ...rest } = turn
  const parts = turn.parts.map((part): Part => (part.type === 'text' ? { ...part, text: foldInstruction(part.text) } : part))
  return { ...rest, author: 'user', parts }
}

/** Removes the names of authors from messages. */
export function withoutNames(turns: readonly Turn[], context: Context): readonly Turn[] {
  return turns.map((turn) => {
    const own = turn.extensions?.[format]
    if (own?.rest?.['name'] === undefined || isResults(turn)) return turn
    context.onNotice(notice('foreign-field', `${turn.at ?? ''}/name`))
    const { name: _, ...rest } = own.rest
    const bare: Draft<Turn> = { ...turn, extensions: { ...turn.extensions, [format]: { ...own, rest } } }
    return bare
  })
}
