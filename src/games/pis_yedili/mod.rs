//! pis_yedili
