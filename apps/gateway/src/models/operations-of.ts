import type { ListedModel } from '@interlingua/models'
import type { Channel } from '../channels/channel.ts'
import { formatOf } from '../channels/format-of.ts'
import { isEmbeddingId } from '../channels/is-embedding-id.ts'
import { isImageId } from '../channels/is-image-id.ts'
import { isVideoId } from '../channels/is-video-id.ts'

type Operations = NonNullable<ListedModel['operations']>

// Every text format can be counted: by an estimate where the upstream cannot.
const text: Operations = ['generate', 'count']

/** What a model of a channel may be asked for: what its upstream says of it, else what its id does, else what the channel is for. */
export function operationsOf(channel: Channel, upstream: string, told: Operations | undefined): Operations {
  const embeds = formatOf(channel, 'embed') !== undefined
  const paints = isImageId(upstream) && formatOf(channel, 'predict') !== undefined
  const films = formatOf(channel, 'video') !== undefined
  if (films && (!channel.generates || (told === undefined && isVideoId(upstream)))) return ['video']
  // Models that paint natively generate, and are asked by `:predict` as well.
  if (channel.generates && formatOf(channel, 'image') === undefined) {
    const native = told ?? (embeds && isEmbeddingId(upstream) ? ['embed'] : text)
    return paints && !native.includes('image') ? [...native, 'image'] : native
  }
  if (channel.generates) return told ?? (paints ? ['image'] : embeds && isEmbeddingId(upstream) ? ['embed'] : text)
  if (embeds) return ['embed']
  return formatOf(channel, 'predict') === undefined ? [] : ['image']
}
