import type { Size } from './size.ts'

/** The size of each aspect ratio at 1K. The sides at 2K are twice as long. */
export const imagenSizes: Readonly<Record<'1:1' | '3:4' | '4:3' | '9:16' | '16:9', Size>> = {
  '1:1': { width: 1024, height: 1024 },
  '3:4': { width: 896, height: 1280 },
  '4:3': { width: 1280, height: 896 },
  '9:16': { width: 768, height: 1408 },
  '16:9': { width: 1408, height: 768 },
}
