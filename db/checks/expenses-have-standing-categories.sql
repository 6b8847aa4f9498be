-- An expense that stands is in a category that stands: a category goes only when nothing is left in it.
select expenses.id
from expenses
join expense_categories on expense_categories.school_id = current_school() and expense_categories.id = expenses.expense_category_id
where expenses.school_id = current_school() and expenses.deleted_at is null and expense_categories.deleted_at is not null
