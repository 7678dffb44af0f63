/**
 * The download document in pieces, for whoever streams it: `head`, the file in base64, `middle`, the file in base64 again, `tail`. Nobody has
 * to hold the file.
 */
export function spellDownload(taskId: string, size: number): { readonly head: string; readonly middle: string; readonly tail: string } {
  const id = JSON.stringify(taskId)
  return {
    head: `{"success":true,"generation_id":${id},"task_id":${id},"format":"mp4","size":${size},"base64":"`,
    middle: '","data_url":"data:video/mp4;base64,',
    tail: '"}',
  }
}
