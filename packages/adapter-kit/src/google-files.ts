/** True for a file that only this vendor can read: of the Files API, or in its object store. */
export function isOwnFile(uri: string): boolean {
  return /^gs:\/\//i.test(uri) || /^https:\/\/generativelanguage\.googleapis\.com\/(?:v\w+\/)?files\//i.test(uri)
}

/** True for a video that the server reads by its address. https://ai.google.dev/gemini-api/docs/video-understanding#youtube */
export function isYouTube(uri: string): boolean {
  return /^https?:\/\/(?:(?:www|m|music)\.)?(?:youtube\.com|youtu\.be|youtube-nocookie\.com)\//i.test(uri)
}

/** True for an address that an upstream of this vendor takes in place of the bytes. */
export function isReadByVendor(uri: string): boolean {
  return isOwnFile(uri) || isYouTube(uri) || /^https:\/\/(?:storage|generativelanguage)\.googleapis\.com\//i.test(uri)
}
