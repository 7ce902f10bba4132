"""Games that leave this device or arrive here, and the trash."""
