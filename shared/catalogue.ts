/** Made by scripts/catalogue.ts from the files of shared/calls: run `npm run catalogue`, do not edit. */
import { getaccount as authAccountGetaccount } from './calls/auth/account/getaccount.ts'
import { listbyinstitution as authAccountListbyinstitution } from './calls/auth/account/listbyinstitution.ts'
import { switchaccount as authAccountSwitchaccount } from './calls/auth/account/switchaccount.ts'
import { updateaccount as authAccountUpdateaccount } from './calls/auth/account/updateaccount.ts'
import { listaccounts as authDomainListaccounts } from './calls/auth/domain/listaccounts.ts'
import { login as authDomainLogin } from './calls/auth/domain/login.ts'
import { abort as batchJobAbort } from './calls/batch/job/abort.ts'
import { checkstatus as batchJobCheckstatus } from './calls/batch/job/checkstatus.ts'
import { list as batchJobList } from './calls/batch/job/list.ts'
import { preview as batchJobPreview } from './calls/batch/job/preview.ts'
import { run as batchJobRun } from './calls/batch/job/run.ts'
import { undo as batchJobUndo } from './calls/batch/job/undo.ts'
import { list as batchScheduleList } from './calls/batch/schedule/list.ts'
import { run as batchScheduleRun } from './calls/batch/schedule/run.ts'
import { set as batchScheduleSet } from './calls/batch/schedule/set.ts'
import { getbyname as batchTemplateGetbyname } from './calls/batch/template/getbyname.ts'
import { aggregate as bmlCompanyAggregate } from './calls/bml/company/aggregate.ts'
import { create as bmlCompanyCreate } from './calls/bml/company/create.ts'
import { deleteCompany as bmlCompanyDelete } from './calls/bml/company/delete.ts'
import { load as bmlCompanyLoad } from './calls/bml/company/load.ts'
import { merge as bmlCompanyMerge } from './calls/bml/company/merge.ts'
import { revert as bmlCompanyRevert } from './calls/bml/company/revert.ts'
import { save as bmlCompanySave } from './calls/bml/company/save.ts'
import { updateEntitiesAfterMerge as bmlCompanyUpdateEntitiesAfterMerge } from './calls/bml/company/updateEntitiesAfterMerge.ts'
import { check as bmlConfirmationCheck } from './calls/bml/confirmation/check.ts'
import { keys as bmlConfirmationKeys } from './calls/bml/confirmation/keys.ts'
import { create as bmlConversationCreate } from './calls/bml/conversation/create.ts'
import { list as bmlConversationList } from './calls/bml/conversation/list.ts'
import { recipients as bmlConversationRecipients } from './calls/bml/conversation/recipients.ts'
import { save as bmlConversationSave } from './calls/bml/conversation/save.ts'
import { run as bmlExportRun } from './calls/bml/export/run.ts'
import { status as bmlExportStatus } from './calls/bml/export/status.ts'
import { run as bmlImportRun } from './calls/bml/import/run.ts'
import { cancelinvoices as bmlInvoiceCancelinvoices } from './calls/bml/invoice/cancelinvoices.ts'
import { copyfeeschedule as bmlInvoiceCopyfeeschedule } from './calls/bml/invoice/copyfeeschedule.ts'
import { createFromProducts as bmlInvoiceCreateFromProducts } from './calls/bml/invoice/createFromProducts.ts'
import { createinvoicepdf as bmlInvoiceCreateinvoicepdf } from './calls/bml/invoice/createinvoicepdf.ts'
import { deleteInvoices as bmlInvoiceDeleteInvoices } from './calls/bml/invoice/deleteInvoices.ts'
import { findinvoicedspecialitems as bmlInvoiceFindinvoicedspecialitems } from './calls/bml/invoice/findinvoicedspecialitems.ts'
import { load as bmlInvoiceLoad } from './calls/bml/invoice/load.ts'
import { markforunindex as bmlInvoiceMarkforunindex } from './calls/bml/invoice/markforunindex.ts'
import { markinvoicesaspseudosent as bmlInvoiceMarkinvoicesaspseudosent } from './calls/bml/invoice/markinvoicesaspseudosent.ts'
import { preview as bmlInvoicePreview } from './calls/bml/invoice/preview.ts'
import { runresult as bmlInvoiceRunresult } from './calls/bml/invoice/runresult.ts'
import { sendInvoices as bmlInvoiceSendInvoices } from './calls/bml/invoice/sendInvoices.ts'
import { totals as bmlInvoiceTotals } from './calls/bml/invoice/totals.ts'
import { loadmessage as bmlMessageLoadmessage } from './calls/bml/message/loadmessage.ts'
import { readmessages as bmlMessageReadmessages } from './calls/bml/message/readmessages.ts'
import { savedraft as bmlMessageSavedraft } from './calls/bml/message/savedraft.ts'
import { sendmessage as bmlMessageSendmessage } from './calls/bml/message/sendmessage.ts'
import { unread as bmlMessageUnread } from './calls/bml/message/unread.ts'
import { update as bmlPresenceUpdate } from './calls/bml/presence/update.ts'
import { activatelist as bmlProductActivatelist } from './calls/bml/product/activatelist.ts'
import { addlist as bmlProductAddlist } from './calls/bml/product/addlist.ts'
import { aggregatesearch as bmlProductAggregatesearch } from './calls/bml/product/aggregatesearch.ts'
import { approvals as bmlProductApprovals } from './calls/bml/product/approvals.ts'
import { archive as bmlProductArchive } from './calls/bml/product/archive.ts'
import { archivelist as bmlProductArchivelist } from './calls/bml/product/archivelist.ts'
import { asof as bmlProductAsof } from './calls/bml/product/asof.ts'
import { count as bmlProductCount } from './calls/bml/product/count.ts'
import { create as bmlProductCreate } from './calls/bml/product/create.ts'
import { createlistingconfirmation as bmlProductCreatelistingconfirmation } from './calls/bml/product/createlistingconfirmation.ts'
import { deleteproduct as bmlProductDeleteproduct } from './calls/bml/product/deleteproduct.ts'
import { getapprovals as bmlProductGetapprovals } from './calls/bml/product/getapprovals.ts'
import { getpdfandstatus as bmlProductGetpdfandstatus } from './calls/bml/product/getpdfandstatus.ts'
import { gettimeline as bmlProductGettimeline } from './calls/bml/product/gettimeline.ts'
import { hierarchy as bmlProductHierarchy } from './calls/bml/product/hierarchy.ts'
import { lastchanges as bmlProductLastchanges } from './calls/bml/product/lastchanges.ts'
import { listlistingconfirmations as bmlProductListlistingconfirmations } from './calls/bml/product/listlistingconfirmations.ts'
import { listnotes as bmlProductListnotes } from './calls/bml/product/listnotes.ts'
import { load as bmlProductLoad } from './calls/bml/product/load.ts'
import { movelist as bmlProductMovelist } from './calls/bml/product/movelist.ts'
import { notemarks as bmlProductNotemarks } from './calls/bml/product/notemarks.ts'
import { pdflistingconfirmation as bmlProductPdflistingconfirmation } from './calls/bml/product/pdflistingconfirmation.ts'
import { pdfprintreport as bmlProductPdfprintreport } from './calls/bml/product/pdfprintreport.ts'
import { readnotes as bmlProductReadnotes } from './calls/bml/product/readnotes.ts'
import { references as bmlProductReferences } from './calls/bml/product/references.ts'
import { resetnationalpartner as bmlProductResetnationalpartner } from './calls/bml/product/resetnationalpartner.ts'
import { restore as bmlProductRestore } from './calls/bml/product/restore.ts'
import { revert as bmlProductRevert } from './calls/bml/product/revert.ts'
import { save as bmlProductSave } from './calls/bml/product/save.ts'
import { search as bmlProductSearch } from './calls/bml/product/search.ts'
import { sendlistingconfirmation as bmlProductSendlistingconfirmation } from './calls/bml/product/sendlistingconfirmation.ts'
import { setderived as bmlProductSetderived } from './calls/bml/product/setderived.ts'
import { setflags as bmlProductSetflags } from './calls/bml/product/setflags.ts'
import { setresponsibility as bmlProductSetresponsibility } from './calls/bml/product/setresponsibility.ts'
import { unarchivelist as bmlProductUnarchivelist } from './calls/bml/product/unarchivelist.ts'
import { withdrawlistingconfirmation as bmlProductWithdrawlistingconfirmation } from './calls/bml/product/withdrawlistingconfirmation.ts'
import { create as eavEntityCreate } from './calls/eav/entity/create.ts'
import { deleteEntity as eavEntityDelete } from './calls/eav/entity/delete.ts'
import { disable as eavEntityDisable } from './calls/eav/entity/disable.ts'
import { get as eavEntityGet } from './calls/eav/entity/get.ts'
import { getattachment as eavEntityGetattachment } from './calls/eav/entity/getattachment.ts'
import { history as eavEntityHistory } from './calls/eav/entity/history.ts'
import { restore as eavEntityRestore } from './calls/eav/entity/restore.ts'
import { revert as eavEntityRevert } from './calls/eav/entity/revert.ts'
import { setattachment as eavEntitySetattachment } from './calls/eav/entity/setattachment.ts'
import { updatefrompatch as eavEntityUpdatefrompatch } from './calls/eav/entity/updatefrompatch.ts'
import { list as eavEntityclassList } from './calls/eav/entityclass/list.ts'
import { check as eavFileCheck } from './calls/eav/file/check.ts'
import { complete as eavFileComplete } from './calls/eav/file/complete.ts'
import { download as eavFileDownload } from './calls/eav/file/download.ts'
import { upload as eavFileUpload } from './calls/eav/file/upload.ts'
import { load as eavReferenceLoad } from './calls/eav/reference/load.ts'
import { unused as eavReferenceUnused } from './calls/eav/reference/unused.ts'
import { error as logClientError } from './calls/log/client/error.ts'
import { report as logClientReport } from './calls/log/client/report.ts'
import { run as searchAggregateRun } from './calls/search/aggregate/run.ts'
import { preview as searchPublicPreview } from './calls/search/public/preview.ts'
import { count as searchSearchCount } from './calls/search/search/count.ts'
import { cursor as searchSearchCursor } from './calls/search/search/cursor.ts'
import { execute as searchSearchExecute } from './calls/search/search/execute.ts'
import { ids as searchSearchIds } from './calls/search/search/ids.ts'
import { status as systemStatus } from './calls/system/status.ts'

export const catalogue = {
  'auth/account/getaccount': authAccountGetaccount,
  'auth/account/listbyinstitution': authAccountListbyinstitution,
  'auth/account/switchaccount': authAccountSwitchaccount,
  'auth/account/updateaccount': authAccountUpdateaccount,
  'auth/domain/listaccounts': authDomainListaccounts,
  'auth/domain/login': authDomainLogin,
  'batch/job/abort': batchJobAbort,
  'batch/job/checkstatus': batchJobCheckstatus,
  'batch/job/list': batchJobList,
  'batch/job/preview': batchJobPreview,
  'batch/job/run': batchJobRun,
  'batch/job/undo': batchJobUndo,
  'batch/schedule/list': batchScheduleList,
  'batch/schedule/run': batchScheduleRun,
  'batch/schedule/set': batchScheduleSet,
  'batch/template/getbyname': batchTemplateGetbyname,
  'bml/company/aggregate': bmlCompanyAggregate,
  'bml/company/create': bmlCompanyCreate,
  'bml/company/delete': bmlCompanyDelete,
  'bml/company/load': bmlCompanyLoad,
  'bml/company/merge': bmlCompanyMerge,
  'bml/company/revert': bmlCompanyRevert,
  'bml/company/save': bmlCompanySave,
  'bml/company/updateEntitiesAfterMerge': bmlCompanyUpdateEntitiesAfterMerge,
  'bml/confirmation/check': bmlConfirmationCheck,
  'bml/confirmation/keys': bmlConfirmationKeys,
  'bml/conversation/create': bmlConversationCreate,
  'bml/conversation/list': bmlConversationList,
  'bml/conversation/recipients': bmlConversationRecipients,
  'bml/conversation/save': bmlConversationSave,
  'bml/export/run': bmlExportRun,
  'bml/export/status': bmlExportStatus,
  'bml/import/run': bmlImportRun,
  'bml/invoice/cancelinvoices': bmlInvoiceCancelinvoices,
  'bml/invoice/copyfeeschedule': bmlInvoiceCopyfeeschedule,
  'bml/invoice/createFromProducts': bmlInvoiceCreateFromProducts,
  'bml/invoice/createinvoicepdf': bmlInvoiceCreateinvoicepdf,
  'bml/invoice/deleteInvoices': bmlInvoiceDeleteInvoices,
  'bml/invoice/findinvoicedspecialitems': bmlInvoiceFindinvoicedspecialitems,
  'bml/invoice/load': bmlInvoiceLoad,
  'bml/invoice/markforunindex': bmlInvoiceMarkforunindex,
  'bml/invoice/markinvoicesaspseudosent': bmlInvoiceMarkinvoicesaspseudosent,
  'bml/invoice/preview': bmlInvoicePreview,
  'bml/invoice/runresult': bmlInvoiceRunresult,
  'bml/invoice/sendInvoices': bmlInvoiceSendInvoices,
  'bml/invoice/totals': bmlInvoiceTotals,
  'bml/message/loadmessage': bmlMessageLoadmessage,
  'bml/message/readmessages': bmlMessageReadmessages,
  'bml/message/savedraft': bmlMessageSavedraft,
  'bml/message/sendmessage': bmlMessageSendmessage,
  'bml/message/unread': bmlMessageUnread,
  'bml/presence/update': bmlPresenceUpdate,
  'bml/product/activatelist': bmlProductActivatelist,
  'bml/product/addlist': bmlProductAddlist,
  'bml/product/aggregatesearch': bmlProductAggregatesearch,
  'bml/product/approvals': bmlProductApprovals,
  'bml/product/archive': bmlProductArchive,
  'bml/product/archivelist': bmlProductArchivelist,
  'bml/product/asof': bmlProductAsof,
  'bml/product/count': bmlProductCount,
  'bml/product/create': bmlProductCreate,
  'bml/product/createlistingconfirmation': bmlProductCreatelistingconfirmation,
  'bml/product/deleteproduct': bmlProductDeleteproduct,
  'bml/product/getapprovals': bmlProductGetapprovals,
  'bml/product/getpdfandstatus': bmlProductGetpdfandstatus,
  'bml/product/gettimeline': bmlProductGettimeline,
  'bml/product/hierarchy': bmlProductHierarchy,
  'bml/product/lastchanges': bmlProductLastchanges,
  'bml/product/listlistingconfirmations': bmlProductListlistingconfirmations,
  'bml/product/listnotes': bmlProductListnotes,
  'bml/product/load': bmlProductLoad,
  'bml/product/movelist': bmlProductMovelist,
  'bml/product/notemarks': bmlProductNotemarks,
  'bml/product/pdflistingconfirmation': bmlProductPdflistingconfirmation,
  'bml/product/pdfprintreport': bmlProductPdfprintreport,
  'bml/product/readnotes': bmlProductReadnotes,
  'bml/product/references': bmlProductReferences,
  'bml/product/resetnationalpartner': bmlProductResetnationalpartner,
  'bml/product/restore': bmlProductRestore,
  'bml/product/revert': bmlProductRevert,
  'bml/product/save': bmlProductSave,
  'bml/product/search': bmlProductSearch,
  'bml/product/sendlistingconfirmation': bmlProductSendlistingconfirmation,
  'bml/product/setderived': bmlProductSetderived,
  'bml/product/setflags': bmlProductSetflags,
  'bml/product/setresponsibility': bmlProductSetresponsibility,
  'bml/product/unarchivelist': bmlProductUnarchivelist,
  'bml/product/withdrawlistingconfirmation': bmlProductWithdrawlistingconfirmation,
  'eav/entity/create': eavEntityCreate,
  'eav/entity/delete': eavEntityDelete,
  'eav/entity/disable': eavEntityDisable,
  'eav/entity/get': eavEntityGet,
  'eav/entity/getattachment': eavEntityGetattachment,
  'eav/entity/history': eavEntityHistory,
  'eav/entity/restore': eavEntityRestore,
  'eav/entity/revert': eavEntityRevert,
  'eav/entity/setattachment': eavEntitySetattachment,
  'eav/entity/updatefrompatch': eavEntityUpdatefrompatch,
  'eav/entityclass/list': eavEntityclassList,
  'eav/file/check': eavFileCheck,
  'eav/file/complete': eavFileComplete,
  'eav/file/download': eavFileDownload,
  'eav/file/upload': eavFileUpload,
  'eav/reference/load': eavReferenceLoad,
  'eav/reference/unused': eavReferenceUnused,
  'log/client/error': logClientError,
  'log/client/report': logClientReport,
  'search/aggregate/run': searchAggregateRun,
  'search/public/preview': searchPublicPreview,
  'search/search/count': searchSearchCount,
  'search/search/cursor': searchSearchCursor,
  'search/search/execute': searchSearchExecute,
  'search/search/ids': searchSearchIds,
  'system/status': systemStatus,
} as const
export type CallName = keyof typeof catalogue
