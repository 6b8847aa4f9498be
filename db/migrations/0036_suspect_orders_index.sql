-- without a transaction
-- The office's list of orders to look at, and a family's page, find orders with a forged callback without reading all orders.
create index concurrently if not exists online_orders_suspect on online_orders (school_id, id) where suspect_at is not null;
