/** The nine sizes of the first family. */
export const sizes = [
  { resolution: '480p', aspectRatio: '16:9', width: 854, height: 480 },
  { resolution: '480p', aspectRatio: '9:16', width: 480, height: 854 },
  { resolution: '480p', aspectRatio: '1:1', width: 480, height: 480 },
  { resolution: '720p', aspectRatio: '16:9', width: 1280, height: 720 },
  { resolution: '720p', aspectRatio: '9:16', width: 720, height: 1280 },
  { resolution: '720p', aspectRatio: '1:1', width: 720, height: 720 },
  { resolution: '1080p', aspectRatio: '16:9', width: 1920, height: 1080 },
  { resolution: '1080p', aspectRatio: '9:16', width: 1080, height: 1920 },
  { resolution: '1080p', aspectRatio: '1:1', width: 1080, height: 1080 },
] as const
