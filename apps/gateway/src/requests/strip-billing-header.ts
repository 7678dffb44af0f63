import { declareNotices, type GenerateRequest, type Notice, type Part, type Turn } from '@interlingua/core'

const notice = declareNotices('gateway', [], {
  'billing-header': {
    kind: 'dropped',
    message: 'the x-anthropic-billing-header text of the system prompt is for Anthropic alone; elsewhere it would spoil the prefix cache',
    benign: true,
  },
})

/** Claude Code opens its system prompt with a text that differs in each session and says nothing to a model of somebody else. */
export function stripBillingHeader(request: GenerateRequest, onNotice: (notice: Notice) => void): GenerateRequest {
  const index = placeOfHeader(request.turns)
  const turn = request.turns[index]
  if (turn === undefined) return request
  for (const part of turn.parts) if (isBillingHeader(part)) onNotice(notice('billing-header', part.at ?? turn.at ?? ''))
  const parts = turn.parts.filter((part) => !isBillingHeader(part))
  const kept: readonly Turn[] = parts.length === 0 ? [] : [{ ...turn, parts }]
  return { ...request, turns: [...request.turns.slice(0, index), ...kept, ...request.turns.slice(index + 1)] }
}

/** Instructions are few and their parts, too; a conversation may be long. */
function placeOfHeader(turns: readonly Turn[]): number {
  for (let place = 0; place < turns.length; place++) {
    const turn = turns[place]
    if (turn?.author !== 'instruction') continue
    for (const part of turn.parts) if (isBillingHeader(part)) return place
  }
  return -1
}

function isBillingHeader(part: Part): boolean {
  return part.type === 'text' && part.text.startsWith('x-anthropic-billing-header:')
}
