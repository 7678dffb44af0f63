/**
 * The sides in pixels of each aspect ratio at 1K; at 2K the sides are twice as long.
 * https://cloud.google.com/vertex-ai/generative-ai/docs/image/set-output-resolution
 */
export const imagenSizes: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  '1:1': { width: 1024, height: 1024 },
  '3:4': { width: 896, height: 1280 },
  '4:3': { width: 1280, height: 896 },
  '9:16': { width: 768, height: 1408 },
  '16:9': { width: 1408, height: 768 },
}
