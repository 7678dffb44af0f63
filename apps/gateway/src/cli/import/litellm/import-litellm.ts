import { isJsonObject } from '@interlingua/core'
import { Document, isMap, isSeq } from 'yaml'
import { readSource, Report, type ReportLine } from './leaves.ts'
import { importModels } from './models.ts'
import { importSettings } from './settings.ts'

export interface Imported {
  /** Text of the new file. */
  readonly yaml: string
  /** Report, with one line for each value of the source. */
  readonly lines: readonly ReportLine[]
  /** Secrets that stood in the source, by the file that they go to. */
  readonly secrets: ReadonlyMap<string, string>
}

export interface ImportProblem {
  readonly line: number
  readonly column: number
  readonly problem: string
}

/** Makes an `interlingua.yaml` of LiteLLM's `config.yaml`. `secretFile`: path of the file for a channel's secret. */
export function importLitellm(text: string, secretFile: (channel: string) => string): Imported | ImportProblem {
  const source = readSource(text)
  if ('problem' in source) return source
  if (!isJsonObject(source.value)) return { line: 1, column: 1, problem: 'this is no configuration of LiteLLM: it has no keys at its top' }
  const report = new Report(source.leaves)
  const { channels, prices, secrets, comments } = importModels(source.value['model_list'], report, secretFile)
  const { routes, retry, timeouts, circuitBreaker, policy, log, usage } = importSettings(source.value, report)
  const config = {
    channels,
    ...(channels.length === 0 && { demo: false }),
    ...(routes.length > 0 && { routes }),
    ...(Object.keys(retry).length > 0 && { retry }),
    ...(Object.keys(circuitBreaker).length > 0 && { circuitBreaker }),
    ...(Object.keys(timeouts).length > 0 && { timeouts }),
    ...(policy !== undefined && { policy }),
    ...(prices.length > 0 && { prices: { models: prices } }),
    ...(usage && { usage }),
    ...(log && { log }),
  }
  const document = new Document(config, { aliasDuplicateObjects: false })
  document.commentBefore = ' Made by interlingua import litellm. Check it with interlingua check.'
  const list: unknown = document.get('channels', true)
  if (isSeq(list))
    for (const [index, { name }] of channels.entries()) {
      const node = list.items[index]
      const lines = comments.get(name) ?? []
      const notes = lines.filter((each) => !each.startsWith('model_list['))
      const from = lines.filter((each) => each.startsWith('model_list['))
      if (isMap(node)) node.commentBefore = [...notes, `From ${from.join(', ')}.`].map((line) => ` ${line}`).join('\n')
    }
  const files = new Map([...secrets].map(([channel, secret]) => [secretFile(channel), secret]))
  return { yaml: document.toString({ lineWidth: 0 }), lines: report.lines(), secrets: files }
}
