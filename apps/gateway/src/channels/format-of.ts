import type { Format } from '@interlingua/core'
import type { Ability } from './ability.ts'
import type { Channel } from './channel.ts'

/** What a channel's upstream is spoken to in for this; absent: it cannot be asked for it. */
export function formatOf({ edge, generates, embeds, paints, films, imagesAsText }: Channel, ability: Ability): Format | undefined {
  switch (ability) {
    case 'generate':
      return generates ? edge.adapter.format : undefined
    case 'embed':
      return embeds?.format
    case 'image':
      return imagesAsText ? undefined : paints?.format
    case 'predict':
      return paints?.format
    case 'video':
      return films?.format
  }
}
