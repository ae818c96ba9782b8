//! The graphics card, or what stands for one.
use wgpu::{
    Adapter, Backends, Device, DeviceDescriptor, Instance, InstanceDescriptor, PollType, PowerPreference, Queue,
    RequestAdapterOptions, SubmissionIndex,
};

/// An opened device.
#[derive(Debug)]
pub struct Gpu {
    pub device: Device,
    pub queue: Queue,
    /// What it is called, and what drives it.
    pub name: String,
}

impl Gpu {
    /// The best that there is; where there is no card, software.
    ///
    /// # Errors
    ///
    /// Why there is none, in a line.
    pub fn open() -> Result<Self, String> {
        let backends = Backends::VULKAN | Backends::METAL | Backends::DX12;
        let instance =
            Instance::new(InstanceDescriptor { backends, ..InstanceDescriptor::new_without_display_handle() });
        let options =
            RequestAdapterOptions { power_preference: PowerPreference::HighPerformance, ..Default::default() };
        let adapter = pollster::block_on(instance.request_adapter(&options))
            .map_err(|why| format!("{why} (Debian's mesa-vulkan-drivers draw without a card)"))?;
        Self::of(&adapter)
    }

    fn of(adapter: &Adapter) -> Result<Self, String> {
        // Large models want large buffers: what the card gives, not what every card gives.
        let wanted = DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&wanted)).map_err(|e| e.to_string())?;
        let info = adapter.get_info();
        let driver = [info.driver, info.driver_info].into_iter().filter(|text| !text.is_empty());
        let driver = driver.collect::<Vec<_>>().join(" ");
        let name = format!("{} ({}, {:?}; {driver})", info.name, info.backend, info.device_type);
        Ok(Gpu { device, queue, name })
    }

    /// One that maps and copies, and draws nothing: for tests.
    pub fn noop() -> Self {
        let (device, queue) = Device::noop(&DeviceDescriptor::default());
        Gpu { device, queue, name: "noop".into() }
    }

    /// Waits until this is done, or all that has been submitted.
    pub fn wait(&self, submission_index: Option<SubmissionIndex>) {
        let done = self.device.poll(PollType::Wait { submission_index, timeout: None });
        done.expect("without a timeout, waiting ends");
    }
}
