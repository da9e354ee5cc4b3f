"""What notes hold besides prose: tasks, fields, and the queries that pages write over them."""
