/** A video that was made cannot be had now. The message is for logs. */
export class VideoLost extends Error {
  override readonly name = 'VideoLost'
  /** `too-large`: for good; `away`: its host does not give it; `storage`: it cannot be kept here now. */
  readonly reason: 'too-large' | 'away' | 'storage'

  constructor(reason: VideoLost['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
