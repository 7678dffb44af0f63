/**
 * The parts of the download document, to be streamed as `head`, the file in base64, `middle`, the file in base64 again, and `tail`, without
 * the whole file in memory. `size` is the length of the file in bytes.
 */
export function encodeDownload(taskId: string, size: number): { readonly head: string; readonly middle: string; readonly tail: string } {
  const id = JSON.stringify(taskId)
  return {
    head: `{"success":true,"generation_id":${id},"task_id":${id},"format":"mp4","size":${size},"base64":"`,
    middle: '","data_url":"data:video/mp4;base64,',
    tail: '"}',
  }
}
