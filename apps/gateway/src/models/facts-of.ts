import { findLimits, type Abilities, type ListedModel } from '@interlingua/models'
import type { Channel, ChannelModel } from '../channels/channel.ts'
import { rememberByName } from '../remember-by-name.ts'

interface Known {
  readonly input?: number
  readonly output?: number
  readonly abilities?: Abilities
}

const nothing: Known = {}
/** Lists may hold thousands of models, and are asked for page by page. */
const most = 20_000
const finders = new WeakMap<Channel, (id: string) => Known>()

/** What is known of the models of text of a channel, by the upstream's ids of them. */
function knownOf(channel: Channel): (id: string) => Known {
  let find = finders.get(channel)
  if (find === undefined) finders.set(channel, (find = rememberByName((id) => look(channel, id), most)))
  return find
}

function look(channel: Channel, id: string): Known {
  const limits = findLimits(id)
  const profile = channel.profileOf(id)
  // A profile of all models is what is sent where nothing is known.
  const known = profile?.pattern === '*' ? undefined : profile
  return {
    ...(limits && { input: limits.input }),
    ...(known?.maxOutput !== undefined && { output: known.maxOutput }),
    ...(known && { abilities: abilitiesOf(known) }),
  }
}

/**
 * What a model takes and does: what the configuration says wins, then what the upstream says of it, then what is known by the upstream's id of
 * it. Of models that are not for text only what somebody said.
 */
export function factsOf(
  channel: Channel,
  { contextLength, maxOutput }: ChannelModel,
  { id, operations = [], inputLimit, outputLimit, abilities }: ListedModel,
): Pick<ListedModel, 'inputLimit' | 'outputLimit' | 'abilities'> {
  const isText = channel.generates && operations.includes('generate')
  const known = isText ? knownOf(channel)(id) : nothing
  const input = contextLength ?? inputLimit ?? known.input
  const output = maxOutput ?? outputLimit ?? known.output
  const told = abilities ?? known.abilities
  return {
    ...(input !== undefined && { inputLimit: input }),
    ...(output !== undefined && { outputLimit: output }),
    ...(told && { abilities: told }),
  }
}

function abilitiesOf({ media, reasoning, efforts, tools, hostedTools }: NonNullable<ReturnType<Channel['profileOf']>>): Abilities {
  return {
    ...(media && { media }),
    ...(reasoning && { reasoning }),
    ...(efforts && { efforts }),
    tools: tools !== false,
    ...(hostedTools && { hostedTools }),
  }
}
