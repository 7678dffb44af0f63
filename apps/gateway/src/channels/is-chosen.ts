import type { Target } from './create-resolver.ts'

/** Whether an alias, a route or a fallback led to this model: `channel/model` is a name that the caller gave itself. */
export function isChosen({ channel, model, renamed }: Target, asked: string): boolean {
  return renamed && asked !== `${channel.name}/${model}`
}
