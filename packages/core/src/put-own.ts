import type { Json } from './json.ts'

/** Sets `key` of `target` as own data; `__proto__` too, which plain assignment would swallow. For keys that come from a wire. */
export function putOwn(target: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}
