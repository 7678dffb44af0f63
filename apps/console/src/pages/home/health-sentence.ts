import type { Overview } from '@interlingua/console/api'
import { formatCounted, formatShare } from '../../format/numbers.ts'

export interface HealthSentence {
  readonly level: 'ok' | 'warn' | 'bad'
  readonly text: string
  /** Reasons, each with what to do. */
  readonly reasons: readonly { readonly reason: string; readonly remedy: string }[]
}

const remedies: Readonly<Record<string, string>> = {
  'the gateway is ending': 'It takes no more requests. Wait until it has been started again.',
  'no channel can be used': 'Each channel is called again after its wait, which stands below. Look there for its failure.',
  'the store cannot be reached': 'Look at the disk or the database; the log of the gateway names the error.',
}

/** Fewest requests, and smallest share of failed ones, from which failures are worth a word. */
const fewest = 5
const muchFailed = 0.5

/** Says in one sentence how the gateway does. */
export function healthSentence({ ready, reasons, channels, last15 }: Overview): HealthSentence {
  const healthy = channels.filter(({ state }) => state === 'closed').length
  const failed = last15.requests === 0 ? 0 : last15.errors / last15.requests
  if (!ready) {
    const remedyOf = (reason: string): string =>
      channels.length === 0 && reason === 'no channel can be used'
        ? 'There is no channel: set a provider’s key, or write an interlingua.yaml, and start again.'
        : (remedies[reason] ?? 'The log of the gateway says more.')
    return { level: 'bad', text: 'Cannot serve.', reasons: reasons.map((reason) => ({ reason, remedy: remedyOf(reason) })) }
  }
  const parts: string[] = []
  if (healthy < channels.length) {
    const ill = channels.length - healthy
    parts.push(`${ill} of ${formatCounted(channels.length, 'channel')} ${ill === 1 ? 'is' : 'are'} left alone after failures`)
  }
  if (last15.requests >= fewest && failed >= muchFailed) parts.push(`${formatShare(failed)} of the requests failed`)
  if (parts.length > 0) return { level: 'warn', text: `Working, but ${parts.join(', and ')}.`, reasons: [] }
  const all =
    channels.length === 1 ? 'The channel is healthy.' : channels.length === 0 ? '' : `All ${channels.length} channels are healthy.`
  return { level: 'ok', text: `Working. ${all}`.trim(), reasons: [] }
}
