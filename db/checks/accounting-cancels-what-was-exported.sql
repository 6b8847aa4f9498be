-- A voucher is cancelled only when an earlier export has it.
select voucher.export_id, voucher.source, voucher.source_id
from accounting_vouchers voucher
where voucher.school_id = current_school() and voucher.cancelled
  and not exists (
    select from accounting_vouchers earlier
    where earlier.school_id = current_school() and earlier.source = voucher.source and earlier.source_id = voucher.source_id
      and earlier.export_id < voucher.export_id and not earlier.cancelled
  )
