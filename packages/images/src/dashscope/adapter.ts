import type { ImageAdapter } from '../image-adapter.ts'
import { decodeFailure } from './decode-failure.ts'
import { decodeRequest } from './decode-request.ts'
import { decodeResponse } from './decode-response.ts'
import { encodeRequest } from './encode-request.ts'
import { encodeResponse } from './encode-response.ts'
import { format } from './format.ts'
import { lowerRequest } from './lower-request.ts'
import { parseRequest } from './parse-request.ts'
import { parseResponse } from './parse-response.ts'
import { readDialect } from './read-dialect.ts'
import { tasks } from './tasks.ts'
import type { WireDashscopeRequest, WireDashscopeResponse } from './wire.ts'

/** Qwen-Image and Wan on DashScope, both as its server and as its client. https://help.aliyun.com/zh/model-studio/qwen-image-api */
export const dashscope = {
  format,
  givesUrls: true,
  parseRequest,
  decodeRequest,
  lowerRequest,
  encodeRequest,
  parseResponse,
  decodeResponse,
  encodeResponse,
  decodeFailure,
  checkDialect: readDialect,
  acceptsUrl: ({ source }) => source.type === 'url' && /^https?:/i.test(source.url),
  tasks,
} satisfies ImageAdapter<WireDashscopeRequest, WireDashscopeResponse>
