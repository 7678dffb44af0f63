import type { ChannelModel } from '../channels/channel.ts'
import { createNameIndex } from './create-name-index.ts'

/** What a channel's configuration says under this id or pattern. */
export const configuredModel = createNameIndex<ChannelModel>(({ name }) => name)
