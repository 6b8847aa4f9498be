-- A category that was deleted has no expense that stands.
select expenses.id
from expenses
join expense_categories category on category.school_id = expenses.school_id and category.id = expenses.expense_category_id
where expenses.school_id = current_school() and expenses.deleted_at is null and category.deleted_at is not null
