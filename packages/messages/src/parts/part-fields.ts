/** Places of the canonical fields of a block. One constant for all: a field that a part does not have is never looked up. */
export const partFields = {
  cache: '/cache_control',
  citable: '/citations',
  citations: '/citations',
  isError: '/is_error',
  callId: '/tool_use_id',
  parts: '/content',
  arguments: '/input',
  segments: '/thinking',
  seal: '',
  server: '/server_name',
  errorCode: '/content/error_code',
  fileId: '/file_id',
  url: '/source',
} as const
