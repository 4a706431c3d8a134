import { download } from '../../../../shared/calls/eav/file/download.ts'
import type { CallInput } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'

/** Shows a picture. As an image alone: nothing of the file can run, whatever it holds. */
export function PictureDialog({ file, onClose }: { file: CallInput<typeof download>; onClose(): void }) {
  const { data, error, mutate } = useCall(download, file, { revalidateIfStale: true })
  return (
    <Dialog size="large" header={file.fileName} onDismiss={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        data && <img className="product-picture" src={data.url} alt={file.fileName} />
      )}
    </Dialog>
  )
}
