/** Why a channel is not called though it is there: its circuit is open, or all its places are taken. */
export class ChannelUnavailable extends Error {
  override readonly name = 'ChannelUnavailable'
  readonly reason: 'paused' | 'refused' | 'full'

  constructor(reason: ChannelUnavailable['reason']) {
    super(`the channel is ${reason}`)
    this.reason = reason
  }
}
